// Single games of self-play.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>
#include <string>

#include "chess/movegen.h"
#include "nnue/network.h"
#include "notation/fen.h"
#include "selfplay/alphabeta_games.h"
#include "selfplay/tree_games.h"
#include "support/evaluators.h"

namespace tabiya {
namespace {

std::shared_ptr<const GameStarts> random_starts(std::size_t plies, double chess960 = 0) {
  StartSettings settings;
  settings.random_plies = plies;
  settings.chess960_share = chess960;
  return std::make_shared<const GameStarts>(settings, 7);
}

// Plays the record through; every move must be legal.
Game replayed(const RecordedGame& record) {
  Game game(record.start, record.variant);
  for (const RecordedMove& move : record.moves) {
    EXPECT_TRUE(is_legal(game.position(), move.move));
    EXPECT_FALSE(game.is_over());
    game.play(move.move);
  }
  return game;
}

void expect_an_honest_result(const RecordedGame& record) {
  const Game game = replayed(record);
  ASSERT_TRUE(record.result);
  if (const auto outcome = game.outcome()) {
    EXPECT_EQ(record.result->winner, outcome->winner);
    EXPECT_EQ(record.result->ending, outcome->ending);
  } else {
    EXPECT_EQ(record.result->ending,
              record.result->winner ? Ending::Resignation : Ending::Agreement);
  }
}

TEST(GameStarts, TakeAnEvenOrAnOddNumberOfRandomMoves) {
  const auto starts = random_starts(8);
  std::set<std::size_t> lengths;
  for (std::uint64_t game = 0; game < 40; ++game) {
    const GameStart start = starts->start(game, 0);
    EXPECT_EQ(start.variant, Variant::Standard);
    lengths.insert(start.opening.moves.size());
  }
  EXPECT_EQ(lengths, (std::set<std::size_t>{8, 9}));
}

TEST(GameStarts, AreOthersForOtherGamesAndAttemptsAndTheSameForTheSame) {
  const auto starts = random_starts(8);
  EXPECT_EQ(starts->start(3, 1).opening, random_starts(8)->start(3, 1).opening);
  EXPECT_NE(starts->start(3, 0).opening, starts->start(3, 1).opening);
  EXPECT_NE(starts->start(3, 0).opening, starts->start(4, 0).opening);
}

TEST(GameStarts, TakeTheirShareOfChess960) {
  const auto starts = random_starts(2, 0.3);
  int chess960 = 0;
  for (std::uint64_t game = 0; game < 1000; ++game)
    if (starts->start(game, 0).variant == Variant::Chess960) ++chess960;
  EXPECT_NEAR(chess960, 300, 60);
}

TEST(GameStarts, TakeEveryListedOpeningInTurn) {
  StartSettings settings;
  for (const char* fen : {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"})
    settings.listed.push_back({.start = parse_fen(fen).value()});
  const GameStarts starts(settings, 1);
  EXPECT_FALSE(starts.are_random());
  EXPECT_NE(starts.start(0, 0).opening, starts.start(1, 0).opening);
  EXPECT_EQ(starts.start(0, 0).opening, starts.start(2, 0).opening);
}

// A player without chance would play the same game again from the same start.
TEST(GameStarts, GoOnWithRandomMovesWhereAStartWasUsedBefore) {
  StartSettings settings;
  settings.plies_when_used_again = 6;
  // One is not balanced, and stays as unbalanced as it is; one has moves of its own.
  settings.listed.push_back(
      {.start = parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1").value()});
  settings.listed.push_back(
      {.start = Position::start(), .moves = {legal_moves(Position::start())[0]}});
  const GameStarts starts(settings, 1);
  std::set<std::string> seen;
  for (std::uint64_t game = 0; game < 40; ++game) {
    const Opening opening = starts.start(game, 0).opening;
    const Opening first = starts.start(game % 2, 0).opening;
    EXPECT_EQ(opening.start, first.start);
    ASSERT_EQ(opening.moves.size(), first.moves.size() + (game < 2 ? 0U : 6U));
    EXPECT_TRUE(
        std::ranges::equal(first.moves, std::span(opening.moves).first(first.moves.size())));
    Position position = opening.start;
    for (const Move move : opening.moves) {
      ASSERT_TRUE(is_legal(position, move));
      position.play(move);
    }
    seen.insert(to_fen(position));
    EXPECT_EQ(opening, GameStarts(settings, 1).start(game, 0).opening) << "the same for the same";
  }
  EXPECT_EQ(seen.size(), 40U);

  settings.all_are_used = true;
  EXPECT_EQ(GameStarts(settings, 1).start(0, 0).opening.moves.size() % 2, 0U);
  EXPECT_GE(GameStarts(settings, 1).start(0, 0).opening.moves.size(), 6U);
}

TEST(GameStarts, WithoutRandomMovesOnlyTheFirstGameBeginsAtTheStart) {
  StartSettings settings;
  settings.random_plies = 0;
  settings.plies_when_used_again = 6;
  const GameStarts starts(settings, 1);
  EXPECT_TRUE(starts.start(0, 0).opening.moves.empty());
  EXPECT_EQ(starts.start(1, 0).opening.moves.size(), 6U);
  EXPECT_NE(starts.start(1, 0).opening, starts.start(1, 1).opening) << "another attempt";
}

class AlphaBetaSelfplay : public testing::Test {
 protected:
  static AlphaBetaGames player(std::size_t plies = 8, double chess960 = 0) {
    return player(AlphaBetaGameSettings{}, random_starts(plies, chess960));
  }
  static AlphaBetaGames player(AlphaBetaGameSettings settings,
                               std::shared_ptr<const GameStarts> starts) {
    settings.nodes = 200;
    settings.table = 1;
    return {Network::built_in(), settings, std::move(starts)};
  }
  static std::shared_ptr<const GameStarts> start_at(const char* fen) {
    StartSettings settings;
    settings.listed.push_back({.start = parse_fen(fen).value()});
    return std::make_shared<const GameStarts>(settings, 1);
  }
};

TEST_F(AlphaBetaSelfplay, RecordsLegalGamesWithScoresAndHonestResults) {
  AlphaBetaGames games = player();
  for (std::uint64_t number = 0; number < 6; ++number) {
    const auto record = games.play(number, {});
    ASSERT_TRUE(record && *record);
    expect_an_honest_result(**record);
    const std::size_t random_moves = static_cast<std::size_t>(
        std::ranges::count_if((*record)->moves, [](const auto& move) { return !move.score; }));
    EXPECT_TRUE(random_moves == 8 || random_moves == 9);
    EXPECT_LE(std::abs(*(*record)->moves[random_moves].score), AlphaBetaGameSettings{}.balance);
    EXPECT_TRUE((*record)->visits.empty());
    EXPECT_NE((*record)->players.find("200 nodes"), std::string::npos);
  }
}

TEST_F(AlphaBetaSelfplay, PlaysTheSameGameForTheSameNumberWhateverCameBefore) {
  AlphaBetaGames first = player();
  AlphaBetaGames second = player();
  const auto alone = second.play(5, {});
  for (std::uint64_t number : {0, 1}) static_cast<void>(first.play(number, {}));
  EXPECT_EQ(first.play(5, {}), alone);
  EXPECT_NE(first.play(6, {}), alone);
}

TEST_F(AlphaBetaSelfplay, PlaysChess960) {
  AlphaBetaGames games = player(4, 1.0);
  const auto record = games.play(0, {});
  ASSERT_TRUE(record && *record);
  EXPECT_EQ((*record)->variant, Variant::Chess960);
  expect_an_honest_result(**record);
}

// A rook more, behind locked pawns: every score is high, and no mate is near.
constexpr const char* kRookAhead = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K3 w - - 0 50";

TEST_F(AlphaBetaSelfplay, EndsAsWonByTheScoreOnlyIfTold) {
  AlphaBetaGameSettings settings{.win_score = 1, .draw_score = 0};
  const auto called = player(settings, start_at(kRookAhead)).play(0, {}).value().value();
  EXPECT_EQ(called.result->ending, Ending::Resignation);
  EXPECT_EQ(called.moves.size(), 6U) << "three moves of each side";

  settings.win_score = 0;
  const auto played = player(settings, start_at(kRookAhead)).play(0, {}).value().value();
  EXPECT_GT(played.moves.size(), 6U);
  const bool by_mate = std::abs(played.moves.back().score.value_or(0)) > 31'000;
  EXPECT_TRUE(played.result->ending != Ending::Resignation || by_mate);
  expect_an_honest_result(played);
}

// What the rules make of scores is tested with openings/adjudication.h.
TEST(AlphaBetaGameSettings, TakeNoDrawFromScoresWithoutAScoreForIt) {
  ASSERT_TRUE(AlphaBetaGameSettings{}.adjudication().draw);
  EXPECT_EQ(AlphaBetaGameSettings{.draw_score = 5}.adjudication().draw->score, 5);
  EXPECT_FALSE(AlphaBetaGameSettings{.draw_score = 0}.adjudication().draw);
  EXPECT_TRUE(AlphaBetaGameSettings{.win_score = 0}.adjudication().resign->at_mate);
}

TEST_F(AlphaBetaSelfplay, EndsAsDrawnAfterTheMostHalfMoves) {
  const AlphaBetaGameSettings settings{.win_score = 0, .draw_score = 0, .most_plies = 20};
  const auto record = player(settings, random_starts(8)).play(0, {}).value().value();
  EXPECT_EQ(record.moves.size(), 20U);
  EXPECT_EQ(record.result->ending, Ending::Agreement);
  EXPECT_FALSE(record.result->winner);
}

TEST_F(AlphaBetaSelfplay, GivesTheGameUpWhenToldToStop) {
  AlphaBetaGames games = player();
  std::stop_source stop;
  stop.request_stop();
  const auto record = games.play(0, stop.get_token());
  ASSERT_TRUE(record);
  EXPECT_FALSE(*record);
}

class TreeSelfplay : public testing::Test {
 protected:
  static TreeGameSettings settings() {
    TreeGameSettings settings;
    settings.visits = 60;
    settings.quick_visits = 12;
    settings.memory = std::size_t{4} << 20;
    settings.most_plies = 120;
    return settings;
  }
  static TreeGames player(const TreeGameSettings& settings) {
    return {std::make_shared<OpinionatedEvaluator>(), "opinions", settings, random_starts(0), 3};
  }
  static RecordedGame game(TreeGames& games, std::uint64_t number) {
    return games.play(number, {}).value().value();
  }
};

TEST_F(TreeSelfplay, KeepsTheVisitsOfFullSearchesAndOnlyThose) {
  TreeGames games = player(settings());
  std::size_t full = 0;
  std::size_t all = 0;
  for (std::uint64_t number = 0; number < 10; ++number) {
    const RecordedGame record = game(games, number);
    expect_an_honest_result(record);
    Game replay(record.start, record.variant);
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
      const RecordedMove& move = record.moves[ply];
      ASSERT_TRUE(move.chances && move.score);
      EXPECT_LE(move.chances->win + move.chances->loss, 10'000);
      std::uint64_t sum = 0;
      bool played_is_visited = false;
      for (const RecordedVisits& visits : record.visits_at(ply)) {
        EXPECT_TRUE(is_legal(replay.position(), visits.move));
        EXPECT_GT(visits.visits, 0U);
        sum += visits.visits;
        played_is_visited |= visits.move == move.move;
      }
      if (move.visits_count > 0) {
        // The first visit is the root's own, and a proof ends a search early.
        EXPECT_TRUE(sum >= 60U - 1 || std::abs(*move.score) > 31'000) << sum;
        EXPECT_TRUE(*move.score < 31'000 || move.visits_count == 1);
        EXPECT_TRUE(played_is_visited);
        ++full;
      }
      ++all;
      replay.play(move.move);
    }
  }
  EXPECT_NEAR(static_cast<double>(full) / static_cast<double>(all), 0.25, 0.1);
}

TEST_F(TreeSelfplay, PlaysTheSameGameForTheSameNumberWhateverCameBefore) {
  TreeGames first = player(settings());
  TreeGames second = player(settings());
  const RecordedGame alone = game(second, 4);
  static_cast<void>(game(first, 0));
  EXPECT_EQ(game(first, 4), alone);
  EXPECT_EQ(game(first, 4), alone) << "a second time";
  EXPECT_NE(game(first, 5), alone);
}

TEST_F(TreeSelfplay, DrawsMovesUntilTheThresholdAndPlaysTheBestAfterIt) {
  TreeGameSettings always_full = settings();
  always_full.full_share = 1;
  always_full.greedy_threshold = 10;
  always_full.resign = 0;
  TreeGames games = player(always_full);
  bool drew_another = false;
  for (std::uint64_t number = 0; number < 3; ++number) {
    const RecordedGame record = game(games, number);
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
      if (record.moves[ply].visits_count == 0 || record.moves[ply].score > 31'000) continue;
      const auto visits = record.visits_at(ply);
      std::uint32_t most = 0;
      std::uint32_t played = 0;
      for (const RecordedVisits& move : visits) {
        most = std::max(most, move.visits);
        if (move.move == record.moves[ply].move) played = move.visits;
      }
      if (ply < 10) {
        drew_another |= played < most;
      } else if (record.moves[ply].score > -31'000) {  // where all is lost, visits decide nothing
        EXPECT_EQ(played, most) << ply;
      }
    }
  }
  EXPECT_TRUE(drew_another);
}

TEST_F(TreeSelfplay, ResignsAndSeesInGamesPlayedOnWhetherThatWasRight) {
  TreeGameSettings hasty = settings();
  hasty.resign = 0.01F;
  hasty.resign_moves = 1;
  hasty.play_through = 0;
  TreeGames resigning = player(hasty);
  EXPECT_EQ(game(resigning, 0).result->ending, Ending::Resignation);
  EXPECT_EQ(resigning.resign_check().games, 0U);

  hasty.play_through = 1;
  TreeGames playing_on = player(hasty);
  for (std::uint64_t number = 0; number < 4; ++number) static_cast<void>(game(playing_on, number));
  EXPECT_EQ(playing_on.resign_check().games, 4U);
  EXPECT_GT(playing_on.resign_check().wrong, 0U);  // a hundredth of a pawn is no reason
}

TEST_F(TreeSelfplay, GoesOnWithTheBestMoveSoFarWhenTheTreeIsFull) {
  TreeGameSettings narrow = settings();
  narrow.visits = 1'000'000;  // without end: the memory is full long before
  narrow.quick_visits = 1'000'000;
  narrow.full_share = 1;
  narrow.memory = std::size_t{1} << 20;
  narrow.most_plies = 4;
  TreeGames games = player(narrow);
  const auto record = games.play(0, {});
  ASSERT_TRUE(record) << record.error().message;
  ASSERT_TRUE(*record);
  EXPECT_EQ((*record)->moves.size(), 4U);
  for (const RecordedMove& move : (*record)->moves) EXPECT_GT(move.visits_count, 0U);
}

TEST(TreeMemory, GrowsWithTheVisitsAskedFor) {
  TreeGameSettings settings;
  EXPECT_EQ(tree_memory_for(settings), std::size_t{32} << 20);
  settings.visits = 1'000'000;
  EXPECT_GE(tree_memory_for(settings), std::size_t{400} << 20);
  settings.visits = 100'000'000;
  EXPECT_LE(tree_memory_for(settings), std::size_t{32} << 30);
}

TEST_F(TreeSelfplay, EndsWithAnErrorWhenTheNetworkFails) {
  TreeGames games(std::make_shared<FailingEvaluator>(500), "breaks", settings(), random_starts(0),
                  3);
  const auto record = games.play(0, {});
  ASSERT_FALSE(record);
  EXPECT_NE(record.error().message.find("it broke"), std::string::npos) << record.error().message;
}

}  // namespace
}  // namespace tabiya
