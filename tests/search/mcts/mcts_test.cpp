#include "search/mcts/mcts.h"

#include <gtest/gtest.h>

#include <numeric>

#include "chess/movegen.h"
#include "inference/evaluators.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "search/mcts/tree_audit.h"
#include "support/evaluators.h"

namespace tabiya {
namespace {

Game game_at(std::string_view fen) { return Game(parse_fen(fen).value()); }

SearchResult search(Mcts& mcts, const Game& game, std::uint64_t visits) {
  SearchListener silent;
  SearchLimits limits;
  limits.nodes = visits;
  return mcts.run(game, limits, silent, {});
}

MctsConfig small(int threads = 1) {
  MctsConfig config;
  config.threads = threads;
  config.memory = std::size_t{256} << 20;
  return config;
}

// Remembers the last note.
struct NoteKeeper final : SearchListener {
  void on_note(const std::string& note) override { last = note; }
  std::string last;
};

struct MateCase {
  const char* fen;
  int moves;

  friend void PrintTo(const MateCase& mate, std::ostream* out) { *out << mate.fen; }
};

class MctsMates : public testing::TestWithParam<MateCase> {};

// With nothing but the rules to go by, for both colours.
TEST_P(MctsMates, AreFoundProvenAndPlayed) {
  Game game = game_at(GetParam().fen);
  Mcts mcts(uniform_evaluator(), small());
  const SearchResult result = search(mcts, game, 3'000'000);
  ASSERT_TRUE(result.info.score.is_win()) << result.info.score.centipawns();
  // The distance is one that can be forced, perhaps not the shortest.
  EXPECT_GE(result.info.score.mate_moves(), GetParam().moves);
  // The defender plays what it finds; the mate comes in time.
  int plies = result.info.score.mate_plies();
  while (plies > 0) {
    const SearchResult next = search(mcts, game, 3'000'000);
    if (plies % 2 == 1) {
      ASSERT_TRUE(next.info.score.is_win());
      ASSERT_LE(next.info.score.mate_plies(), plies);
      plies = next.info.score.mate_plies();
    }
    game.play(*next.best);
    --plies;
  }
  ASSERT_TRUE(game.outcome());
  EXPECT_EQ(game.outcome()->ending, Ending::Checkmate);
}

INSTANTIATE_TEST_SUITE_P(
    Both, MctsMates,
    testing::Values(MateCase{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
                    MateCase{"3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1},
                    MateCase{"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2},
                    MateCase{"1r4k1/r7/8/8/8/8/8/7K b - - 0 1", 2},
                    MateCase{"k7/8/2K5/8/8/8/8/7R w - - 0 1", 2},
                    MateCase{"7r/8/8/8/8/2k5/8/K7 b - - 0 1", 2},
                    MateCase{"8/8/8/8/8/1k6/3r4/K7 b - - 0 1", 1},
                    MateCase{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
                    MateCase{"r7/8/8/8/8/1p6/PP6/KBk5 b - - 0 1", 2},
                    MateCase{"3k4/8/3K4/8/8/8/8/6R1 w - - 0 1", 1},
                    MateCase{"3k4/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3},
                    MateCase{"1r2k3/r7/8/8/8/8/8/3K4 b - - 0 1", 3},
                    MateCase{"r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3},
                    MateCase{"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3}));

TEST(Mcts, KnowsItIsBeingMated) {
  // After any move of the king, the rook mates.
  Mcts mcts(uniform_evaluator(), small());
  const SearchResult result = search(mcts, game_at("8/8/8/k7/8/1r6/r7/6K1 w - - 0 1"), 200'000);
  ASSERT_TRUE(result.info.score.is_mate());
  EXPECT_FALSE(result.info.score.is_win());
  EXPECT_EQ(result.info.score.mate_moves(), -1);
}

TEST(Mcts, VisitsAddUpAndNothingIsInFlight) {
  for (const char* fen :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"}) {
    for (int batch : {1, 3, 16}) {
      Mcts mcts(std::make_shared<OpinionatedEvaluator>(batch), small());
      search(mcts, game_at(fen), 5000);
      const TreeAudit result = audit(mcts.tree());
      EXPECT_EQ(result.fault, "") << fen << " batches of " << batch;
    }
  }
}

TEST(Mcts, BeginsExactlyAsManyVisitsAsAllowed) {
  for (int visits : {1, 2, 7, 100, 1234}) {
    Mcts mcts(std::make_shared<OpinionatedEvaluator>(8), small());
    const SearchResult result = search(mcts, Game(), static_cast<std::uint64_t>(visits));
    EXPECT_EQ(mcts.tree().root().visits(), static_cast<std::uint32_t>(visits));
    EXPECT_EQ(result.info.nodes, static_cast<std::uint64_t>(visits));
    EXPECT_TRUE(is_legal(Position::start(), *result.best));
  }
}

TEST(Mcts, TheSameSeedGivesTheSameTree) {
  const auto grow = [](std::uint64_t seed) {
    MctsConfig config = small();
    config.noise_share = 0.25F;
    config.seed = seed;
    Mcts mcts(std::make_shared<OpinionatedEvaluator>(), config);
    search(mcts, Game(), 3000);
    return audit(mcts.tree()).fingerprint;
  };
  EXPECT_EQ(grow(5), grow(5));
  EXPECT_NE(grow(5), grow(6));
}

TEST(Mcts, TheRootPolicyIsTheVisits) {
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
  const Game game = game_at("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
  search(mcts, game, 2000);
  const auto policy = mcts.root_policy();
  EXPECT_NEAR(std::accumulate(policy.begin(), policy.end(), 0.0), 1.0, 1e-5);
  std::uint64_t all = 0;
  for (const MoveStatistics& move : mcts.root_statistics()) all += move.visits;
  EXPECT_EQ(all, mcts.tree().root().visits() - 1);
  for (const MoveStatistics& move : mcts.root_statistics()) {
    const int index = policy_index(move.move, Color::Black, Variant::Standard);
    EXPECT_FLOAT_EQ(policy[static_cast<std::size_t>(index)],
                    static_cast<float>(move.visits) / static_cast<float>(all));
  }
}

TEST(Mcts, ReuseKeepsTheStatistics) {
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
  Game game;
  const SearchResult result = search(mcts, game, 5000);
  ASSERT_TRUE(result.ponder);
  game.play(*result.best);
  game.play(*result.ponder);

  // What the tree says of the position two moves on, before it becomes the root …
  const Tree& tree = mcts.tree();
  const auto after = [&](const Node& node, Move move) -> const Node& {
    const auto edges = tree.edges(node);
    for (int i = 0; i < node.child_count(); ++i)
      if (edges[static_cast<std::size_t>(i)].move == move) return tree.child(node, i);
    throw std::runtime_error("no such child");
  };
  const Node& kept = after(after(tree.root(), *result.best), *result.ponder);
  const std::uint32_t visits = kept.visits();
  TreeAudit before;
  audit(tree, kept, true, before);
  ASSERT_GT(visits, 20U);

  // … and after: a search of no more visits leaves it as it was.
  search(mcts, game, 0);
  EXPECT_EQ(mcts.tree().root().visits(), visits);
  EXPECT_EQ(audit(mcts.tree()).fingerprint, before.fingerprint);
  EXPECT_EQ(audit(mcts.tree()).fault, "");
  search(mcts, game, 100);
  EXPECT_EQ(mcts.tree().root().visits(), visits + 100);
  EXPECT_EQ(audit(mcts.tree()).fault, "");
}

TEST(Mcts, AnotherGameBeginsANewTree) {
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
  search(mcts, Game(), 500);
  Game other = game_at("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  search(mcts, other, 300);
  EXPECT_EQ(mcts.tree().root().visits(), 300U);
  search(mcts, Game(), 200);
  EXPECT_EQ(mcts.tree().root().visits(), 200U);
  // The same game again goes on where it was.
  search(mcts, Game(), 200);
  EXPECT_EQ(mcts.tree().root().visits(), 400U);
}

TEST(Mcts, OnlyLooksAtTheMovesAskedFor) {
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
  SearchListener silent;
  SearchLimits limits;
  limits.nodes = 500;
  limits.search_moves = {*parse_uci(Position::start(), "a2a3"),
                         *parse_uci(Position::start(), "h2h4")};
  const SearchResult result = mcts.run(Game(), limits, silent, {});
  EXPECT_TRUE(*result.best == limits.search_moves[0] || *result.best == limits.search_moves[1]);
  EXPECT_EQ(mcts.root_statistics().size(), 2U);
  // All moves count again afterwards.
  search(mcts, Game(), 100);
  EXPECT_EQ(mcts.root_statistics().size(), 20U);
}

TEST(Mcts, TellsSeveralLinesBestFirst) {
  struct Lines final : SearchListener {
    void on_info(const SearchInfo& info) override {
      if (info.rank == 1) all.clear();
      all.push_back(info);
    }
    std::vector<SearchInfo> all;
  } lines;
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
  SearchLimits limits;
  limits.nodes = 2000;
  limits.multi_pv = 3;
  mcts.run(Game(), limits, lines, {});
  const auto moves = mcts.root_statistics();
  ASSERT_EQ(lines.all.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(lines.all[i].rank, static_cast<int>(i) + 1);
    EXPECT_EQ(lines.all[i].line.front(), moves[i].move);
    // Every line can be played.
    Position position = Position::start();
    for (const Move move : lines.all[i].line) {
      ASSERT_TRUE(is_legal(position, move));
      position.play(move);
    }
  }
}

TEST(Mcts, AThirdRepetitionIsWorthNothing) {
  // Knights go out and back. The fourth time Ng8 would repeat for the third time.
  Game game;
  for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"})
    game.play(*parse_uci(game.position(), move));
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
  search(mcts, game, 3000);
  const Move back = *parse_uci(game.position(), "f6g8");
  for (const MoveStatistics& move : mcts.root_statistics())
    if (move.move == back) {
      EXPECT_TRUE(move.proof.is_draw());
    } else {
      EXPECT_FALSE(move.proof.is_draw());
    }
}

TEST(Mcts, FiftyMovesWithoutACaptureAreADraw) {
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
  // Every move but the pawn's makes it a hundred half-moves.
  search(mcts, game_at("6k1/8/8/8/8/8/P7/K6R w - - 99 90"), 2000);
  for (const MoveStatistics& move : mcts.root_statistics()) {
    const bool is_pawn = move.move.from() == Square::A2;
    EXPECT_EQ(move.proof.is_draw(), !is_pawn && move.visits > 0) << index(move.move.from());
  }
}

TEST(Mcts, AnswersWhenThereIsNoMove) {
  Mcts mcts(uniform_evaluator(), small());
  const SearchResult mated =
      search(mcts, game_at("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), 100);
  EXPECT_FALSE(mated.best);
  EXPECT_EQ(mated.info.score, Score::mated_in_plies(0));
  EXPECT_FALSE(search(mcts, game_at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 100).best);
}

TEST(Mcts, AFailingEvaluatorLeavesTheBestMoveSoFar) {
  struct Notes final : SearchListener {
    void on_note(const std::string& note) override { last = note; }
    std::string last;
  };
  for (int answers : {0, 1, 2, 5, 50, 500}) {
    Mcts mcts(std::make_shared<FailingEvaluator>(answers), small());
    Notes notes;
    SearchLimits limits;
    limits.nodes = 100'000;
    const SearchResult result = mcts.run(Game(), limits, notes, {});
    ASSERT_TRUE(result.best) << answers;
    EXPECT_TRUE(is_legal(Position::start(), *result.best));
    EXPECT_NE(notes.last.find("it broke"), std::string::npos) << notes.last;
    EXPECT_EQ(audit(mcts.tree()).fault, "") << answers;
    // A new evaluator makes it work again.
    mcts.use(std::make_shared<OpinionatedEvaluator>());
    search(mcts, Game(), 300);
    EXPECT_EQ(mcts.tree().root().visits(), 300U);
  }
}

TEST(Mcts, AThreadWithoutMemoryEndsTheSearchWithTheBestMoveSoFar) {
  for (const int threads : {0, 1, 3}) {
    for (const int answers : {0, 1, 5, 300}) {
      Mcts mcts(std::make_shared<ExhaustedEvaluator>(answers), small(threads));
      NoteKeeper notes;
      SearchLimits limits;
      limits.nodes = 100'000;
      const SearchResult result = mcts.run(Game(), limits, notes, {});
      ASSERT_TRUE(result.best) << answers;
      EXPECT_TRUE(is_legal(Position::start(), *result.best));
      EXPECT_NE(notes.last.find("memory"), std::string::npos) << notes.last;
      // The next search has a sound tree again.
      mcts.use_same_network(std::make_shared<OpinionatedEvaluator>());
      search(mcts, Game(), 300);
      EXPECT_EQ(mcts.tree().root().visits(), 300U);
      EXPECT_EQ(audit(mcts.tree()).fault, "");
    }
  }
}

// A program that has many games to play needs no threads for each of them; nor does a system that
// has none to give.
TEST(Mcts, LimitsHoldWhereTheCallerDoesItAll) {
  for (const int batch : {1, 8}) {
    Mcts mcts(std::make_shared<OpinionatedEvaluator>(batch), small(0));
    search(mcts, Game(), 1000);
    EXPECT_EQ(mcts.tree().root().visits(), 1000U);
    EXPECT_EQ(audit(mcts.tree()).fault, "");
    SearchListener silent;
    SearchLimits limits;
    limits.move_time = Milliseconds(30);
    EXPECT_TRUE(mcts.run(Game(), limits, silent, {}).best);
    limits = {};
    limits.depth = 6;
    EXPECT_GE(mcts.run(Game(), limits, silent, {}).info.depth, 6);
    std::stop_source stop;
    stop.request_stop();
    limits = {};
    limits.infinite = true;
    EXPECT_TRUE(mcts.run(Game(), limits, silent, stop.get_token()).best);
    EXPECT_EQ(audit(mcts.tree()).fault, "");
  }
}

// A mate in two is there; longer ones are found first.
constexpr const char* kManyMates = "7k/8/8/8/8/5Q2/R7/1R4K1 w - - 0 1";

TEST(Mcts, AMateInSoManyMovesIsEnough) {
  SearchListener silent;
  for (const int moves : {2, 3}) {
    Mcts mcts(std::make_shared<OpinionatedEvaluator>(), small());
    SearchLimits limits;
    limits.mate = moves;
    limits.nodes = 3'000'000;
    const SearchResult result = mcts.run(game_at(kManyMates), limits, silent, {});
    ASSERT_TRUE(result.info.score.is_win());
    EXPECT_LE(result.info.score.mate_moves(), moves);
    EXPECT_LT(result.info.nodes, 3'000'000U);
  }
}

TEST(Mcts, AMateOfMoreMovesThanAskedForIsNotEnough) {
  // In two moves at best.
  SearchListener silent;
  Mcts mcts(uniform_evaluator(), small());
  SearchLimits limits;
  limits.mate = 1;
  limits.nodes = 50'000;
  const SearchResult result =
      mcts.run(game_at("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"), limits, silent, {});
  ASSERT_TRUE(result.info.score.is_win());
  EXPECT_EQ(result.info.nodes, 50'000U);
}

TEST(Mcts, ADecidedRootIsNoReasonToLeaveOtherLinesAlone) {
  struct Ranks final : SearchListener {
    void on_info(const SearchInfo& info) override { highest = std::max(highest, info.rank); }
    int highest = 0;
  } ranks;
  Mcts mcts(uniform_evaluator(), small());
  SearchLimits limits;
  limits.nodes = 20'000;
  limits.multi_pv = 5;
  const Game game = game_at("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
  const SearchResult result = mcts.run(game, limits, ranks, {});
  EXPECT_EQ(result.info.score, Score::mate_in_plies(1));
  EXPECT_EQ(ranks.highest, 5);
  EXPECT_EQ(result.info.nodes, 20'000U);
  EXPECT_EQ(audit(mcts.tree()).fault, "");
  // If all moves are decided, it ends: here there is only one.
  const SearchResult only = mcts.run(game_at("k7/8/1K6/8/8/8/8/7R b - - 0 1"), limits, ranks, {});
  EXPECT_LT(only.info.nodes, 20'000U);
}

TEST(Mcts, EndsWithALegalMoveWhenTheMemoryIsFull) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{64} << 10, std::size_t{1} << 20}) {
    MctsConfig config = small();
    config.memory = bytes;
    Mcts mcts(std::make_shared<OpinionatedEvaluator>(), config);
    Game game;
    for (int ply = 0; ply < 20 && !game.is_over(); ++ply) {
      const SearchResult result = search(mcts, game, 1'000'000);
      ASSERT_TRUE(result.best) << bytes << " bytes, ply " << ply;
      ASSERT_TRUE(is_legal(game.position(), *result.best));
      EXPECT_EQ(audit(mcts.tree()).fault, "") << bytes;
      EXPECT_LE(mcts.tree().arena().used(), std::max(bytes / 2, std::size_t{16} << 10));
      game.play(*result.best);
    }
  }
}

// Moves played leave parts of the tree behind, and these make room when it is needed.
TEST(Mcts, WhatWasLeftBehindMakesRoomWhenTheMemoryIsShort) {
  MctsConfig config = small();
  config.memory = std::size_t{8} << 20;
  Mcts mcts(std::make_shared<OpinionatedEvaluator>(), config);
  Game game;
  SearchLimits limits;
  limits.nodes = 15'000;
  NoteKeeper notes;
  std::size_t most = 0;
  for (int ply = 0; ply < 12; ++ply) {
    const SearchResult result = mcts.run(game, limits, notes, {});
    EXPECT_EQ(notes.last, "") << "ply " << ply;
    EXPECT_EQ(result.info.nodes, 15'000U);
    EXPECT_EQ(audit(mcts.tree()).fault, "");
    most = std::max(most, mcts.tree().arena().used());
    game.play(*result.best);
  }
  // All of them together would not have fitted.
  EXPECT_LT(most, mcts.tree().arena().capacity());
  EXPECT_GT(12 * 15'000 * 60U, mcts.tree().arena().capacity());
}

TEST(Mcts, AMillionVisitsTakeAtMost200BytesEach) {
  MctsConfig config;
  config.memory = std::size_t{2} << 30;
  Mcts mcts(uniform_evaluator(), config);
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                          "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8"}) {
    search(mcts, game_at(fen), 1'000'000);
    EXPECT_LE(mcts.tree().arena().used(), 200'000'000U) << fen;
  }
}

}  // namespace
}  // namespace tabiya
