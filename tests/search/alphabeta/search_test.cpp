#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "chess/movegen.h"
#include "chess/outcome.h"
#include "nnue/network.h"
#include "notation/fen.h"
#include "notation/play.h"
#include "notation/uci_move.h"
#include "search/alphabeta/alphabeta.h"
#include "support/data.h"

namespace tabiya {
namespace {

class Lines : public SearchListener {
 public:
  void on_info(const SearchInfo& info) override { all.push_back(info); }
  std::vector<SearchInfo> all;
};

SearchResult search_of(const Game& game, const SearchLimits& limits, int threads = 1) {
  AlphaBeta search(Network::built_in());
  EXPECT_TRUE(search.use_threads(threads));
  SearchListener silent;
  return search.run(game, limits, silent, {});
}

SearchLimits depth(int plies) {
  SearchLimits limits;
  limits.depth = plies;
  return limits;
}

Game game_of(std::string_view fen) { return Game(test::position_of(fen)); }

std::string best_of(std::string_view fen, int plies) {
  const Game game = game_of(fen);
  return to_uci(game.position(), *search_of(game, depth(plies)).best);
}

// A mate announced is a mate delivered: both sides play on with fresh searches, the loser as well
// as it can, and the mate must come no later than announced.
void expect_mate(Game game, int plies) {
  while (plies > 0) {
    const bool attacker = plies % 2 == 1;
    SearchLimits limits;
    limits.nodes = 3'000'000;
    limits.mate = attacker ? (plies + 1) / 2 : 0;
    if (!attacker) limits.depth = 12;
    const SearchResult result = search_of(game, limits);
    ASSERT_TRUE(result.best);
    if (attacker) {
      ASSERT_TRUE(result.info.score.is_win()) << to_fen(game.position()) << " at " << plies;
      ASSERT_LE(result.info.score.mate_plies(), plies) << to_fen(game.position());
      plies = result.info.score.mate_plies();
    }
    --plies;
    game.play(*result.best);
  }
  EXPECT_TRUE(is_checkmate(game.position())) << to_fen(game.position());
}

struct Mate {
  const char* fen;
  int moves;  // the shortest mate, as published with the problem or found by Stockfish
};

constexpr Mate kMates[] = {
    {"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},  // Morphy
    {"r2qk2r/pb4pp/1n2Pb2/2B2Q2/p1p5/2P5/2B2PPP/RN2R1K1 w - - 1 1", 4},
    {"8/8/8/8/8/2k5/7r/K7 b - - 0 1", 3},
    {"7k/8/8/8/8/8/1R6/R6K w - - 0 1", 2},

};

}  // namespace

TEST(AlphaBeta, FindsShortestMatesAndProvesThem) {
  for (const Mate& mate : kMates) {
    SCOPED_TRACE(mate.fen);
    const Game game = game_of(mate.fen);
    const SearchResult result = search_of(game, depth(2 * mate.moves + 8));
    ASSERT_TRUE(result.info.score.is_mate());
    EXPECT_LE(result.info.score.mate_moves(), mate.moves);
    expect_mate(game, result.info.score.mate_plies());
  }
}

TEST(AlphaBeta, KnowsWhenItIsMatedAndWhenItIsStalemated) {
  const SearchResult mated = search_of(game_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), depth(5));
  EXPECT_FALSE(mated.best);
  EXPECT_EQ(mated.info.score, Score::mated_in_plies(0));
  const SearchResult stalemated = search_of(game_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth(5));
  EXPECT_FALSE(stalemated.best);
  EXPECT_EQ(stalemated.info.score, Score::centipawns(0));
}

TEST(AlphaBeta, TakesTheDrawThatSavesIt) {
  // White is lost unless it gives perpetual check.
  const SearchResult result = search_of(game_of("6k1/6p1/8/6KQ/1r6/q7/8/8 w - - 0 1"), depth(14));
  EXPECT_GE(result.info.score, Score::centipawns(-1)) << "a perpetual check is there";
  EXPECT_LE(result.info.score, Score::centipawns(50));
}

TEST(AlphaBeta, SeesThatRepeatingAThirdTimeIsADraw) {
  // Black has no queen, but may bring about the same position for the third time.
  Game game = *game_from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"})
    ASSERT_TRUE(play_uci(game, move)) << move;
  SearchLimits limits = depth(6);
  limits.search_moves = {Move::normal(Square::F6, Square::G8)};
  const Score with_past = search_of(game, limits).info.score;
  EXPECT_GE(with_past, Score::centipawns(-1));
  EXPECT_LE(with_past, Score::centipawns(1));
  EXPECT_LT(search_of(Game(game.position()), limits).info.score, Score::centipawns(-500));
}

TEST(AlphaBeta, AtTheHundredthHalfMoveAMateIsStillAMate) {
  const Game game = game_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
  const SearchResult result = search_of(game, depth(6));
  EXPECT_EQ(result.info.score, Score::mate_in_plies(1));
  // Without a mate in one it is a draw.
  const Game late = game_of("8/7k/5K2/8/8/8/8/R7 w - - 99 80");
  const SearchResult drawn = search_of(late, depth(6));
  EXPECT_FALSE(drawn.info.score.is_mate());
  EXPECT_LE(drawn.info.score, Score::centipawns(1));
}

TEST(AlphaBeta, UnderpromotesWhereAQueenWouldStalemate) {
  // A queen stalemates; a king's move wins, too, but not in two.
  EXPECT_EQ(best_of("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", 10), "c7c8r");
}

TEST(AlphaBeta, LooksOnlyAtTheMovesAskedFor) {
  Game game;
  SearchLimits limits = depth(8);
  limits.search_moves = {Move::normal(Square::A2, Square::A3),
                         Move::normal(Square::H2, Square::H4)};
  limits.multi_pv = 5;
  AlphaBeta search(Network::built_in());
  Lines lines;
  const SearchResult result = search.run(game, limits, lines, {});
  EXPECT_EQ(std::ranges::count(limits.search_moves, *result.best), 1);
  for (const SearchInfo& info : lines.all) {
    EXPECT_LE(info.rank, 2);
    EXPECT_EQ(std::ranges::count(limits.search_moves, info.line.front()), 1);
  }
}

TEST(AlphaBeta, RanksDifferentMovesWithMultiPv) {
  SearchLimits limits = depth(9);
  limits.multi_pv = 4;
  AlphaBeta search(Network::built_in());
  Lines lines;
  const Game game = game_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  search.run(game, limits, lines, {});
  ASSERT_GE(lines.all.size(), 4u);
  const std::vector<SearchInfo> last(lines.all.end() - 4, lines.all.end());
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(last[i].rank, i + 1);
    EXPECT_EQ(last[i].depth, 9);
    for (int j = 0; j < i; ++j) {
      EXPECT_NE(last[i].line.front(), last[j].line.front());
      EXPECT_LE(last[i].score, last[j].score);
    }
  }
}

TEST(AlphaBeta, TellsOnlyLegalLines) {
  for (const test::PerftLine& line : test::perft_lines("perft_chess960.epd")) {
    const Game game = game_of(line.fen);
    AlphaBeta search(Network::built_in());
    Lines lines;
    search.run(game, depth(5), lines, {});
    for (const SearchInfo& info : lines.all) {
      Position position = game.position();
      for (Move move : info.line) {
        ASSERT_TRUE(is_legal(position, move)) << line.fen;
        position.play(move);
      }
    }
  }
}

TEST(AlphaBeta, SearchesExactlyTheNodesItMay) {
  for (const std::uint64_t nodes : {1000u, 1001u, 5000u, 12345u}) {
    SearchLimits limits;
    limits.nodes = nodes;
    EXPECT_EQ(search_of(Game(), limits).info.nodes, nodes);
  }
}

TEST(AlphaBeta, DoesTheSameTwice) {
  const Game game =
      game_of("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
  const SearchResult first = search_of(game, depth(10));
  const SearchResult second = search_of(game, depth(10));
  EXPECT_EQ(first.info.nodes, second.info.nodes);
  EXPECT_EQ(first.best, second.best);

  // Also with the same object, once it has forgotten.
  AlphaBeta search(Network::built_in());
  SearchListener silent;
  search.run(game, depth(10), silent, {});
  search.forget();
  EXPECT_EQ(search.run(game, depth(10), silent, {}).info.nodes, first.info.nodes);
}

TEST(AlphaBeta, StopsAtTheMateAskedFor) {
  SearchLimits limits;
  limits.mate = 2;
  const SearchResult result = search_of(game_of("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), limits);
  EXPECT_EQ(result.info.score, Score::mate_in_plies(3));
}

TEST(AlphaBetaThreads, EndInfiniteSearchesOnlyWhenStopped) {
  AlphaBeta search(Network::built_in());
  EXPECT_TRUE(search.use_threads(4));
  SearchLimits limits = depth(3);
  limits.infinite = true;
  SearchListener silent;
  std::stop_source stop;
  auto result = std::async(std::launch::async,
                           [&] { return search.run(Game(), limits, silent, stop.get_token()); });
  EXPECT_EQ(result.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout);
  stop.request_stop();
  EXPECT_TRUE(result.get().best);
}

TEST(AlphaBetaThreads, PonderUntilTheHitAndThenObeyTheClock) {
  AlphaBeta search(Network::built_in());
  EXPECT_TRUE(search.use_threads(2));
  SearchLimits limits;
  limits.ponder = true;
  limits.move_time = std::chrono::milliseconds(20);
  std::stop_source hit;
  limits.ponder_hit = hit.get_token();
  SearchListener silent;
  std::stop_source stop;
  auto result = std::async(std::launch::async,
                           [&] { return search.run(Game(), limits, silent, stop.get_token()); });
  EXPECT_EQ(result.wait_for(std::chrono::milliseconds(150)), std::future_status::timeout);
  hit.request_stop();
  EXPECT_EQ(result.wait_for(std::chrono::seconds(30)), std::future_status::ready);
  stop.request_stop();
  EXPECT_TRUE(result.get().best);
}

TEST(AlphaBetaThreads, KeepTheAnswerUntilItIsWantedWhateverLimitWasReached) {
  const Game mate_in_one = game_of("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  SearchLimits few_nodes;
  few_nodes.nodes = 100;
  SearchLimits mate;
  mate.mate = 1;
  for (SearchLimits limits : {few_nodes, mate}) {
    for (const bool pondering : {false, true}) {
      (pondering ? limits.ponder : limits.infinite) = true;
      AlphaBeta search(Network::built_in());
      SearchListener silent;
      std::stop_source stop;
      std::stop_source hit;
      limits.ponder_hit = hit.get_token();
      auto result = std::async(std::launch::async, [&] {
        return search.run(mate_in_one, limits, silent, stop.get_token());
      });
      EXPECT_EQ(result.wait_for(std::chrono::milliseconds(200)), std::future_status::timeout)
          << (pondering ? "pondering" : "infinite");
      (pondering ? hit : stop).request_stop();
      EXPECT_TRUE(result.get().best);
      limits.infinite = limits.ponder = false;
    }
  }
}

// Says that the expected move was played in the middle of an iteration, long after the time for an
// ordinary move is over, and counts the root moves that are begun all the same.
class PonderHitInAnIteration : public SearchListener {
 public:
  void on_info(const SearchInfo& info) override { late_ = info.time >= std::chrono::seconds(3); }
  void on_root_move(const RootMoveInfo& info) override {
    if (was_hit) ++moves_afterwards;
    if (!late_ || info.number != 2 || was_hit) return;
    was_hit = true;
    hit.request_stop();
  }

  std::stop_source hit;
  bool was_hit = false;
  int moves_afterwards = 0;

 private:
  bool late_ = false;
};

TEST(LongAlphaBeta, AnswersThePonderHitAtOnceIfItHasThoughtEnough) {
  AlphaBeta search(Network::built_in());
  SearchLimits limits;
  limits.ponder = true;
  limits.white.left = limits.black.left = std::chrono::seconds(10);  // so 0.4 seconds a move
  PonderHitInAnIteration listener;
  limits.ponder_hit = listener.hit.get_token();
  EXPECT_TRUE(search.run(Game(), limits, listener, {}).best);
  EXPECT_TRUE(listener.was_hit);
  EXPECT_EQ(listener.moves_afterwards, 0);
}

TEST(AlphaBetaThreads, StopBeforeTheStartCounts) {
  AlphaBeta search(Network::built_in());
  std::stop_source stop;
  stop.request_stop();
  SearchListener silent;
  EXPECT_TRUE(search.run(Game(), {}, silent, stop.get_token()).best)
      << "and there is a move all the same";
}

TEST(AlphaBetaThreads, SearchTogether) {
  AlphaBeta search(Network::built_in());
  EXPECT_TRUE(search.use_threads(4));
  SearchListener silent;
  for (const char* fen :
       {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"}) {
    SearchLimits limits;
    limits.nodes = 20'000;
    const Game game = game_of(fen);
    const SearchResult result = search.run(game, limits, silent, {});
    ASSERT_TRUE(result.best);
    EXPECT_TRUE(is_legal(game.position(), *result.best));
  }
}

}  // namespace tabiya
