#include "search/mcts/tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "chess/movegen.h"
#include "search/mcts/simulator.h"
#include "search/mcts/tree_audit.h"
#include "support/evaluators.h"

namespace tabiya {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

// A tree that has grown by that number of visits of the start position.
class GrownTree : public testing::Test {
 protected:
  void grow(std::uint64_t visits) {
    const MoveList legal = legal_moves(game.position());
    const std::vector<Move> moves(legal.begin(), legal.end());
    SharedRun run{.game = game,
                  .root_moves = moves,
                  .config = config,
                  .evaluator = evaluator,
                  .tablebases = nullptr,
                  .verdict = {},
                  .most = visits,
                  .mate = {}};
    Simulator simulator(tree, run);
    ASSERT_TRUE(simulator.prepare_root({}));
    simulator.run({});
    counted_out = run.counted_out;
  }
  // The most visited move, and the node after it.
  std::pair<Move, const Node*> favourite() const {
    std::pair<Move, const Node*> best{Move(), nullptr};
    const auto edges = tree.edges(tree.root());
    tree.for_children(tree.root(), tree.root().child_count(), [&](int i, const Node& child) {
      if (best.second == nullptr || child.visits() > best.second->visits())
        best = {edges[static_cast<std::size_t>(i)].move, &child};
      return true;
    });
    return best;
  }
  static bool never() { return false; }

  Game game;
  MctsConfig config;
  OpinionatedEvaluator evaluator{4};
  Tree tree{64 * kMebibyte};
  bool counted_out = false;
};

// However large the tree is: nothing is copied.
TEST_F(GrownTree, PlayingAMoveLeavesEverythingWhereItIs) {
  grow(5000);
  const auto [move, after] = favourite();
  const std::size_t used = tree.arena().used();
  TreeAudit before;
  audit(tree, *after, true, before);
  ASSERT_TRUE(tree.advance({&move, 1}));
  EXPECT_EQ(&tree.root(), after);
  EXPECT_EQ(tree.arena().used(), used);
  EXPECT_EQ(audit(tree).fingerprint, before.fingerprint);
  EXPECT_TRUE(tree.has_left_nodes_behind());
}

TEST_F(GrownTree, CompactingFreesWhatWasLeftBehindAndKeepsTheRest) {
  grow(20'000);
  const Move move = favourite().first;
  ASSERT_TRUE(tree.advance({&move, 1}));
  const TreeAudit before = audit(tree);
  const std::size_t used = tree.arena().used();
  const auto copy = tree.compact_copy(never);
  ASSERT_TRUE(copy);
  EXPECT_EQ(audit(tree).fingerprint, before.fingerprint);  // as long as no move is made there
  tree.move_to(*copy);
  EXPECT_FALSE(tree.has_left_nodes_behind());
  EXPECT_LT(tree.arena().used(), used / 2);
  EXPECT_EQ(audit(tree).fingerprint, before.fingerprint);
  EXPECT_EQ(audit(tree).nodes, before.nodes);
  EXPECT_EQ(tree.size(), before.nodes);
  EXPECT_EQ(audit(tree).fault, "");
  // And it grows again.
  game.play(move);
  const std::uint32_t visits = tree.root().visits();
  grow(3000);
  EXPECT_EQ(tree.root().visits(), visits + 3000);
  EXPECT_EQ(audit(tree).fault, "");
  EXPECT_EQ(tree.size(), audit(tree).nodes);
}

TEST_F(GrownTree, CompactingCanBeGivenUpAtAnyMoment) {
  grow(20'000);
  const Move move = favourite().first;
  ASSERT_TRUE(tree.advance({&move, 1}));
  const TreeAudit before = audit(tree);
  for (int allowed = 0; allowed < 4; ++allowed) {
    int questions = 0;
    EXPECT_FALSE(tree.compact_copy([&] { return questions++ == allowed; })) << allowed;
    EXPECT_TRUE(tree.has_left_nodes_behind());
    EXPECT_EQ(audit(tree).fingerprint, before.fingerprint);
  }
  // It is asked often enough for a stop to be heard soon.
  std::uint64_t questions = 0;
  const auto copy = tree.compact_copy([&] { return ++questions == 0; });
  ASSERT_TRUE(copy);
  tree.move_to(*copy);
  EXPECT_GE(questions, before.nodes / 1000);
  EXPECT_EQ(audit(tree).fingerprint, before.fingerprint);
}

TEST_F(GrownTree, ACountNearItsEndEndsTheSearch) {
  grow(100);
  tree.root().add_visits(Simulator::kMostVisits - 300, 0, 0);
  grow(1'000'000);
  EXPECT_TRUE(counted_out);
  EXPECT_GE(tree.root().visits(), Simulator::kMostVisits);
  EXPECT_LT(tree.root().visits(), Simulator::kMostVisits + 1000);
}

}  // namespace
}  // namespace tabiya
