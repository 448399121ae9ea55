#include "dataset/game_pgn.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "chess/values.h"
#include "dataset/game_reader.h"
#include "dataset/random_record.h"
#include "dataset/recorded_game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
#include "notation/text_source.h"

namespace tabiya::test {
namespace {

RecordedGame read(const std::string& text, PgnEvalOf of = PgnEvalOf::PositionAfter) {
  StringSource source(text);
  PgnReader reader(source);
  return recorded_from(*read_pgn_game(reader)->game, of);
}

TEST(GamePgn, TakesAnEvaluationForThePositionTheMoveLedTo) {
  const std::string text = "1. e4 { [%eval 0.30] } e5 { [%eval -0.20] } 2. Nf3 { [%eval #-3] } 1-0";
  const RecordedGame after = read(text);
  ASSERT_EQ(after.moves.size(), 3U);
  EXPECT_EQ(after.moves[0].score, std::nullopt);
  EXPECT_EQ(after.moves[1].score, -30);
  EXPECT_EQ(after.moves[2].score, -20);
  EXPECT_EQ(after.final_score, 31995);

  const RecordedGame before = read(text, PgnEvalOf::PositionBefore);
  EXPECT_EQ(before.moves[0].score, 30);
  EXPECT_EQ(before.moves[1].score, 20);
  EXPECT_EQ(before.moves[2].score, -31994);
  EXPECT_EQ(before.final_score, std::nullopt);
}

TEST(GamePgn, TellsWhoPlayedAndHowItEnded) {
  const RecordedGame game = read(
      "[White \"A\"]\n[Black \"B\"]\n[Termination \"Time forfeit\"]\n[Result \"0-1\"]\n\n1. e4 "
      "0-1");
  EXPECT_EQ(game.players, "A - B");
  EXPECT_EQ(game.result,
            (RecordedGame::Result{.winner = Color::Black, .ending = Ending::TimeForfeit}));
  EXPECT_EQ(read("1. e4 *").result, std::nullopt);
  EXPECT_EQ(read("1. e4 1/2-1/2").result, RecordedGame::Result{});
  EXPECT_EQ(read("1. f3 e5 2. g4 Qh4# 1-0").result,
            (RecordedGame::Result{.winner = Color::Black, .ending = Ending::Checkmate}))
      << "the board is right where the file is not";
  EXPECT_EQ(read("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2").result->ending,
            Ending::ThreefoldRepetition);
}

TEST(GamePgn, BringsBackMovesScoresAndResults) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    RecordedGame game = random_record(random, {.chances = false, .visits = false});
    if (needs_chess960(game.start)) game.variant = Variant::Chess960;
    // PGN counts mates in moves, and knows none that is on the board.
    for (RecordedMove& move : game.moves)
      if (move.score && std::abs(*move.score) > kHighestCentipawns) move.score = 31995;
    if (game.final_score) game.final_score = -31994;
    const RecordedGame again = read(to_pgn(pgn_from(game)));
    ASSERT_EQ(again.moves, game.moves) << i;
    ASSERT_EQ(again.start, game.start);
    if (!outcome_of([&] {
          Position position = game.start;
          for (const RecordedMove& move : game.moves) position.play(move.move);
          return position;
        }()) &&
        game.result) {
      ASSERT_EQ(again.result->winner, game.result->winner);
      ASSERT_EQ(again.final_score, game.final_score);
    }
  }
}

TEST(GamePgn, ExportWritesAScoreBehindTheMoveThatLedThere) {
  RecordedGame game = read("1. e4 e5 *");
  game.moves[0].score = 25;
  game.moves[1].score = -31;
  game.final_score = 40;
  const std::string text = to_pgn(pgn_from(game));
  EXPECT_NE(text.find("{ [%eval 0.25] } 1. e4 { [%eval 0.31] } 1... e5 { [%eval 0.40] } *"),
            std::string::npos)
      << text;
}

// The highest number of centipawns and the farthest mate stand side by side.
TEST(GamePgn, TellsTheFarthestMateFromCentipawns) {
  RecordedGame game = read("1. e4 e5 *");
  game.moves[0].score = static_cast<std::int16_t>(kHighestCentipawns);
  game.moves[1].score = static_cast<std::int16_t>(-kHighestCentipawns - 1);
  const std::string text = to_pgn(pgn_from(game));
  EXPECT_NE(text.find("[%eval 309.99]"), std::string::npos) << text;
  EXPECT_NE(text.find("[%eval #500]"), std::string::npos) << text;
  EXPECT_EQ(read(text).moves, game.moves);
}

TEST(GamePgn, KeepsRealGames) {
  std::ifstream stream(std::string(TABIYA_TEST_DATA) + "/pgn/lichess.pgn");
  StreamSource source(stream);
  PgnReader reader(source);
  int games = 0;
  while (const auto read = read_pgn_game(reader)) {
    ASSERT_TRUE(read->game);
    const RecordedGame game = recorded_from(*read->game);
    EXPECT_EQ(*decode_record(record_of(game)), game);
    EXPECT_EQ(wrong_end_of(game), std::nullopt);
    ++games;
  }
  EXPECT_EQ(games, 26);
}

// tests/data/training was written when the format was new: files of then must be read for ever.
TEST(GamePgn, AreReadFromAFileOfTheFirstVersion) {
  std::ifstream stream(std::string(TABIYA_TEST_DATA) + "/pgn/lichess.pgn");
  StreamSource source(stream);
  PgnReader pgn(source);
  const std::array<std::filesystem::path, 1> folder = {std::string(TABIYA_TEST_DATA) + "/training"};
  auto games = GameReader::open(folder);
  ASSERT_TRUE(games) << games.error().message;
  EXPECT_EQ(games->count(), (DataCount{.games = 26, .positions = 1500}));
  while (const auto read = read_pgn_game(pgn)) {
    const auto game = games->next();
    ASSERT_TRUE(game && *game);
    EXPECT_EQ(**game, recorded_from(*read->game));
  }
  EXPECT_EQ(*games->next(), std::nullopt);
}

}  // namespace
}  // namespace tabiya::test
