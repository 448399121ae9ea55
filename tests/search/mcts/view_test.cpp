#include "search/mcts/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "search/mcts/mcts.h"
#include "search/mcts/tree_audit.h"
#include "support/evaluators.h"
#include "support/tree_view.h"

namespace tabiya {
namespace {

constexpr const char* kMiddleGame =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

class MctsView : public testing::Test {
 protected:
  SearchResult search(const char* fen, std::uint64_t visits, SearchLimits limits = {}) {
    game = Game(parse_fen(fen).value());
    return search(visits, limits);
  }
  SearchResult search(std::uint64_t visits, SearchLimits limits = {}) {
    SearchListener silent;
    limits.nodes = visits;
    return mcts.run(game, limits, silent, {});
  }
  std::optional<TreeView> view(const std::vector<Move>& path = {}) const {
    return mcts.tree_view(game.position(), path);
  }
  Move move(std::string_view uci) const { return parse_uci(game.position(), uci).value(); }
  static const MoveStatistics* find(const TreeView& view, Move move) {
    const auto found = std::ranges::find(view.moves, move, &MoveStatistics::move);
    return found == view.moves.end() ? nullptr : &*found;
  }

  static MctsConfig config() {
    MctsConfig config;
    config.memory = std::size_t{64} << 20;
    return config;
  }

  Game game;
  Mcts mcts{std::make_shared<OpinionatedEvaluator>(), config()};
};

TEST_F(MctsView, OfTheRootIsWhatTheSearchSaysAtItsEnd) {
  EXPECT_FALSE(view());
  search(kMiddleGame, 5000);
  const auto root = view();
  ASSERT_TRUE(root);
  test::expect_sound(*root);
  EXPECT_EQ(root->position, game.position());
  EXPECT_EQ(root->visits, 5000U);
  EXPECT_EQ(root->size, audit(mcts.tree()).nodes);
  const auto moves = mcts.root_statistics();
  ASSERT_EQ(root->moves.size(), moves.size());
  std::uint64_t visits = 1;  // its own
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const MoveStatistics& seen = root->moves[i];
    EXPECT_EQ(seen.move, moves[i].move);
    EXPECT_EQ(seen.visits, moves[i].visits);
    EXPECT_EQ(seen.prior, moves[i].prior);
    EXPECT_EQ(seen.value, moves[i].value);
    EXPECT_EQ(seen.exploration, moves[i].exploration);
    EXPECT_EQ(seen.chances, moves[i].chances);
    EXPECT_FALSE(seen.proof.is_known());
    visits += seen.visits;
  }
  EXPECT_EQ(visits, root->visits);
}

// Down all lines that were visited, everything agrees with the view from above.
TEST_F(MctsView, OfANodeIsForThePlayerToMoveThere) {
  search(kMiddleGame, 5000);
  std::vector<std::vector<Move>> paths{{}};
  int nodes = 0;
  while (!paths.empty()) {
    const std::vector<Move> path = paths.back();
    paths.pop_back();
    const auto here = view(path);
    ASSERT_TRUE(here);
    test::expect_sound(*here);
    EXPECT_EQ(here->moves.size(), legal_moves(here->position).size());
    ++nodes;
    for (const MoveStatistics& move : here->moves) {
      std::vector<Move> further = path;
      further.push_back(move.move);
      const auto below = view(further);
      EXPECT_EQ(below.has_value(), move.visits > 0);
      if (!below) continue;
      EXPECT_EQ(below->position, here->position.after(move.move));
      EXPECT_EQ(below->visits, move.visits);
      EXPECT_EQ(move.children,
                std::ranges::count_if(
                    below->moves, [](const MoveStatistics& answer) { return answer.visits > 0; }));
      // What is good for one player is bad for the other. The first visit was the node's own.
      double sum = static_cast<double>(move.value) * static_cast<double>(move.visits);
      for (const MoveStatistics& answer : below->moves)
        sum += static_cast<double>(answer.value) * static_cast<double>(answer.visits);
      EXPECT_LE(std::abs(sum), 1.001);
      if (move.visits > 1) paths.push_back(further);
    }
  }
  EXPECT_GT(nodes, 500);
}

TEST_F(MctsView, OfANodeVisitedOnceIsThePolicy) {
  search(kMiddleGame, 300);
  const auto root = view();
  const auto once = std::ranges::find(root->moves, 1U, &MoveStatistics::visits);
  ASSERT_NE(once, root->moves.end());
  EXPECT_EQ(once->children, 0);
  const auto below = view({once->move});
  ASSERT_TRUE(below);
  test::expect_sound(*below);
  EXPECT_EQ(below->visits, 1U);
  EXPECT_TRUE(std::ranges::is_sorted(below->moves, std::greater(), &MoveStatistics::prior));
  for (const MoveStatistics& answer : below->moves) {
    EXPECT_EQ(answer.visits, 0U);
    EXPECT_EQ(answer.value, -once->value);
    EXPECT_EQ(answer.chances.win, once->chances.loss);
  }
}

TEST_F(MctsView, OfAnUnknownPathIsNothing) {
  search(kMiddleGame, 300);
  const auto root = view();
  const auto never = std::ranges::find(root->moves, 0U, &MoveStatistics::visits);
  ASSERT_NE(never, root->moves.end());
  EXPECT_FALSE(view({never->move}));
  EXPECT_FALSE(view({root->moves[0].move, root->moves[0].move}));
  for (unsigned bits = 0; bits <= 0xffff; ++bits) {
    const Move any = Move::from_bits(static_cast<std::uint16_t>(bits));
    const MoveStatistics* const known = find(*root, any);
    EXPECT_EQ(view({any}).has_value(), known != nullptr && known->visits > 0);
  }
}

TEST_F(MctsView, TellsWhatIsProven) {
  SearchLimits every;
  every.mate = 1;
  search("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 2000, every);
  const Move mate = move("d1d8");
  const auto root = view();
  ASSERT_TRUE(root);
  test::expect_sound(*root);
  EXPECT_EQ(root->moves.front().move, mate);
  EXPECT_EQ(root->moves.front().proof, Proof::win(1));
  EXPECT_EQ(root->moves.front().value, 1);
  EXPECT_EQ(root->moves.front().chances, (WinDrawLoss{1, 0, 0}));
  const auto mated = view({mate});
  ASSERT_TRUE(mated);
  EXPECT_TRUE(mated->moves.empty());
  EXPECT_TRUE(mated->position.in_check());
  EXPECT_FALSE(view({mate, mate}));

  // Whatever White does, the rook mates.
  search("8/8/8/k7/8/1r6/r7/6K1 w - - 0 1", 200'000);
  const auto lost = view();
  ASSERT_TRUE(lost);
  for (const MoveStatistics& move : lost->moves) {
    EXPECT_EQ(move.proof, Proof::loss(2));
    EXPECT_EQ(move.chances, (WinDrawLoss{0, 0, 1}));
    const auto answer = view({move.move});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->moves.front().proof, Proof::win(1));
  }

  // The king takes what is left to win with.
  search("8/8/8/8/8/7k/1p6/K7 w - - 0 1", 200);
  const auto drawn = view();
  ASSERT_TRUE(drawn);
  const MoveStatistics* const capture = find(*drawn, move("a1b2"));
  ASSERT_NE(capture, nullptr);
  EXPECT_EQ(capture->proof, Proof::draw());
  EXPECT_EQ(capture->value, 0);
  EXPECT_EQ(capture->chances, (WinDrawLoss{0, 1, 0}));
}

TEST_F(MctsView, ShowsTheMovesThatWereAskedFor) {
  game = Game(parse_fen(kMiddleGame).value());
  SearchLimits limits;
  limits.search_moves = {move("a2a3"), move("e5f7")};
  search(500, limits);
  const auto root = view();
  ASSERT_TRUE(root);
  test::expect_sound(*root);
  EXPECT_EQ(root->moves.size(), 2U);
  EXPECT_TRUE(view({move("a2a3")}));
  EXPECT_FALSE(view({move("a2a4")}));
}

TEST_F(MctsView, MovesOnWithTheGame) {
  search(kMiddleGame, 2000);
  const auto before = view();
  const Move best = before->moves[0].move;
  const auto below = view({best});
  game.play(best);
  EXPECT_FALSE(view());  // what comes next is not known yet
  search(0);
  const auto after = view();
  ASSERT_TRUE(after);
  EXPECT_EQ(after->position, game.position());
  EXPECT_EQ(after->visits, below->visits);
  EXPECT_EQ(after->size, before->size);
  EXPECT_FALSE(view({best}));
  mcts.forget();
  EXPECT_FALSE(view());
}

TEST_F(MctsView, IsGoneWithTheTree) {
  search(kMiddleGame, 200);
  MctsConfig other = config();
  other.memory /= 2;
  ASSERT_TRUE(mcts.use(other));
  EXPECT_FALSE(view());
  search(kMiddleGame, 200);
  EXPECT_TRUE(view());
  search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 200);  // stalemate
  EXPECT_FALSE(view());
}

}  // namespace
}  // namespace tabiya
