// Looking into the tree through the engine's door.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/random.h"
#include "chess/movegen.h"
#include "engine/engine.h"
#include "engine/settings.h"
#include "support/think.h"
#include "support/tree_view.h"

namespace tabiya {
namespace {

SearchLimits nodes(std::uint64_t count) {
  SearchLimits limits;
  limits.nodes = count;
  return limits;
}

Game after(std::initializer_list<int> ranks) {
  Game game;
  for (const int rank : ranks)
    game.play(legal_moves(game.position())[static_cast<std::size_t>(rank)]);
  return game;
}

class EngineTreeThreads : public testing::Test {
 protected:
  void set(std::string_view name, std::string_view value) {
    const auto done = set_option(engine, name, value);
    EXPECT_TRUE(done) << done.error().message;
  }
  void use_tree_search() {
    set("WeightsFile", "uniform");
    set("TreeMemory", "1");
    set("Engine", "mcts");
  }
  std::optional<TreeView> root() const { return engine.tree({}); }

  Engine engine{1};
};

TEST_F(EngineTreeThreads, ShowTheSearchThatRanLastUntilAnotherGameIsSet) {
  EXPECT_FALSE(root());
  test::think(engine, nodes(300));
  EXPECT_FALSE(root());  // alpha-beta has no tree
  use_tree_search();
  EXPECT_FALSE(root());
  engine.set_game(after({0}));
  test::think(engine, nodes(300));
  ASSERT_TRUE(root());
  EXPECT_EQ(root()->position, engine.game().position());
  EXPECT_EQ(root()->visits, 300U);
  engine.set_game(after({1}));
  EXPECT_FALSE(root());
  test::think(engine, nodes(200));
  ASSERT_TRUE(root());
  EXPECT_EQ(root()->position, engine.game().position());
  set("Threads", "2");
  EXPECT_TRUE(root());  // arranged anew, but the same tree
  set("Engine", "alphabeta");
  EXPECT_TRUE(root());  // which has not searched yet
  test::think(engine, nodes(300));
  EXPECT_FALSE(root());
  set("Engine", "mcts");
  EXPECT_FALSE(root());
  test::think(engine, nodes(200));
  EXPECT_TRUE(root());
  engine.new_game();
  EXPECT_FALSE(root());
}

TEST_F(EngineTreeThreads, NeverShowTheTreeOfAnEarlierPosition) {
  use_tree_search();
  SearchLimits limits;
  limits.infinite = true;
  EngineListener silent;
  for (int round = 0; round < 100; ++round) {
    engine.set_game(after({round % 20}));
    engine.go(limits, silent);
    auto view = root();
    while (!view) view = root();
    ASSERT_EQ(view->position, engine.game().position());
    engine.stop();
    engine.wait();
  }
}

TEST_F(EngineTreeThreads, LetListenersLook) {
  struct Ear final : EngineListener {
    explicit Ear(const Engine& seen) : engine(seen) {}
    void on_info(const SearchInfo& info) override {
      const auto view = engine.tree({});
      ASSERT_TRUE(view);
      test::expect_sound(*view);
      EXPECT_TRUE(engine.tree({info.line.data(), 1}));
      ++heard;
    }
    const Engine& engine;
    int heard = 0;
  } ear(engine);
  use_tree_search();
  engine.go(nodes(3000), ear);
  engine.wait();
  EXPECT_GT(ear.heard, 0);
}

// Two look without a pause while everything happens that can happen to a tree.
TEST_F(EngineTreeThreads, SeeASoundTreeAtAnyMoment) {
  const test::TreeWatchers watchers(
      [this](std::span<const Move> path) { return engine.tree(path); });
  use_tree_search();
  set("Threads", "3");
  Random random(3);
  EngineListener silent;
  for (int round = 0; round < 60 || !watchers.have_seen_enough(); ++round) {
    SearchLimits limits;
    limits.infinite = true;
    engine.go(limits, silent);
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(3000)));
    if (round % 7 == 3) engine.set_game(after({0, 1}));  // while it runs
    engine.stop();
    if (round % 2 == 0) engine.wait();
    if (round % 5 == 1) engine.new_game();
    if (round % 11 == 4) set("TreeMemory", round % 2 == 0 ? "2" : "1");
    if (round % 13 == 5) set("Clear Hash", "");
    if (round % 17 == 6) set("Threads", round % 2 == 0 ? "1" : "3");
    // On along the game, so that roots move and what they leave behind is compacted away.
    Game game = engine.game();
    const SearchResult result = test::think(engine, nodes(4000));
    if (result.best) game.play(*result.best);
    if (game.is_over()) game = Game();
    engine.set_game(game);
  }
}

}  // namespace
}  // namespace tabiya
