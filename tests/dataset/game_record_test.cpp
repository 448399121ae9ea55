#include "dataset/game_record.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "chess/movegen.h"
#include "dataset/random_record.h"
#include "dataset/record_decoder.h"
#include "notation/fen.h"
#include "support/data.h"

namespace tabiya::test {
namespace {

Move move_of(const Position& position, Square from, Square to) {
  for (const Move move : legal_moves(position))
    if (move.from() == from && move.to() == to) return move;
  throw std::runtime_error("no such move");
}

RecordedGame short_game() {
  RecordedGame game;
  RecordedMove e4{};
  e4.move = move_of(game.start, Square::E2, Square::E4);
  game.moves.push_back(e4);
  RecordedMove e5{};
  e5.move = move_of(game.start.after(e4.move), Square::E7, Square::E5);
  e5.score = -20;
  game.moves.push_back(e5);
  return game;
}

std::string refusal_of(const RecordedGame& game) {
  std::vector<std::byte> bytes = {std::byte{7}};
  const auto written = append_record(game, bytes);
  EXPECT_EQ(bytes.size(), 1U) << "nothing is appended";
  return written ? "" : written.error().message;
}

TEST(GameRecord, IsTheSameAfterWritingAndReadingWhateverItHolds) {
  Random random(1);
  for (int i = 0; i < 4000; ++i) {
    const RecordedGame game = random_record(random);
    const auto bytes = record_of(game);
    const auto again = decode_record(bytes);
    ASSERT_TRUE(again) << i << ": byte " << again.error().at << ": " << again.error().message;
    ASSERT_EQ(*again, game) << i;
    ASSERT_EQ(record_of(*again), bytes) << i;
  }
}

// The bytes that docs/data.md shows.
TEST(GameRecord, IsWhatTheDocumentSays) {
  RecordedGame game = short_game();
  game.players = "us";
  game.result = {.winner = std::nullopt, .ending = Ending::Agreement};
  const std::vector<int> expected = {
      0x38,            // standard start, a draw, its ending is told
      7,               // agreement
      2,    'u', 's',  // the players
      2,               // half-moves
      1,    0,         // one of them with nothing but the move:
      13,              // e2e4
      1,    1,         // one with a score:
      8,               // e7e5
      39,              // −20, expected 0
  };
  std::vector<int> bytes;
  for (const std::byte b : record_of(game)) bytes.push_back(static_cast<int>(b));
  EXPECT_EQ(bytes, expected);
}

TEST(GameRecord, KeepsAStandardStartInAByteAndAChess960OneInThree) {
  RecordedGame game;
  const std::size_t standard = record_of(game).size();
  game.start = chess960_start(17);
  EXPECT_EQ(record_of(game).size(), standard + 1);
  game.start = chess960_start(959);
  EXPECT_EQ(record_of(game).size(), standard + 2);
  game.start = game.start.after(legal_moves(game.start)[0]);
  EXPECT_GT(record_of(game).size(), standard + 40);
  EXPECT_EQ(decode_record(record_of(game))->start, game.start);
}

TEST(GameRecord, TakesAPositionWithTheMostMovesOfAll) {
  RecordedGame game;
  game.start = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
  for (const Move move : legal_moves(game.start)) {
    RecordedMove played{};
    played.move = move;
    game.moves = {played};
    ASSERT_EQ(*decode_record(record_of(game)), game);
  }
}

TEST(GameRecord, SortsVisitsAndForgetsMovesWithout) {
  RecordedGame game = short_game();
  const MoveList legal = legal_moves(game.start);
  game.visits = {{legal[5], 10}, {legal[2], 0}, {legal[0], 300}};
  game.moves[0].visits_count = 3;
  game.moves[1].first_visits = 3;
  const auto again = decode_record(record_of(game));
  ASSERT_TRUE(again);
  ASSERT_EQ(again->visits_at(0).size(), 2U);
  for (const RecordedVisits& visits : again->visits_at(0))
    EXPECT_EQ(visits.visits, visits.move == legal[5] ? 10U : 300U);
  EXPECT_LT(again->visits[0].move.bits(), again->visits[1].move.bits());
}

TEST(GameRecord, RefusesWhatCouldNotBeReadBack) {
  RecordedGame game = short_game();
  game.moves[1].move = game.moves[0].move;
  EXPECT_EQ(refusal_of(game), "The game cannot be kept: its half-move 2 is not legal");

  game = short_game();
  game.moves[0].chances = {.win = 9000, .loss = 1001};
  EXPECT_EQ(refusal_of(game),
            "The game cannot be kept: the chances at its half-move 1 are above one");

  game = short_game();
  game.moves[0].visits_count = 1;
  EXPECT_EQ(refusal_of(game),
            "The game cannot be kept: the visits of its half-move 1 are not there");
  game.visits = {{Move::from_bits(0), 5}};
  EXPECT_EQ(
      refusal_of(game),
      "The game cannot be kept: at its half-move 1 there are visits to a move that is not legal");
  game.visits = {{game.moves[0].move, 5}, {game.moves[0].move, 6}};
  game.moves[0].visits_count = 2;
  EXPECT_EQ(refusal_of(game),
            "The game cannot be kept: at its half-move 1 visits to a move are told twice");

  game = short_game();
  game.players = std::string(1001, 'a');
  EXPECT_NE(refusal_of(game), "");
  game = short_game();
  game.moves.resize(20001);
  EXPECT_NE(refusal_of(game), "");
}

TEST(GameRecord, CutOffAnywhereIsAnErrorThere) {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    const auto bytes = record_of(random_record(random, {.plies = 40}));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const auto game = decode_record(std::span(bytes).first(size));
      ASSERT_FALSE(game) << i << " " << size;
      EXPECT_LE(game.error().at, size);
    }
    auto longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decode_record(longer));
  }
}

// Damaged bytes often are another game; then it must be a legal one, which writing it shows.
TEST(GameRecord, DamagedIsAnErrorOrAnotherLegalGame) {
  Random random(3);
  int errors = 0;
  for (int i = 0; i < 20000; ++i) {
    auto bytes = record_of(random_record(random, {.plies = 30}));
    for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes)
      bytes[random.below(bytes.size())] = static_cast<std::byte>(random.below(256));
    const auto game = decode_record(bytes);
    if (!game) {
      EXPECT_LE(game.error().at, bytes.size());
      EXPECT_FALSE(game.error().message.empty());
      ++errors;
      continue;
    }
    ASSERT_EQ(*decode_record(record_of(*game)), *game);
  }
  EXPECT_GT(errors, 5000);
}

TEST(GameRecord, ClaimingManyMovesReservesNothing) {
  const std::vector<std::byte> claim = {std::byte{0}, std::byte{0}, std::byte{0xA0},
                                        std::byte{0x9C}, std::byte{1}};
  EXPECT_EQ(RecordDecoder(claim).plies(), 0U);
  const auto game = decode_record(claim);
  ASSERT_FALSE(game);
  EXPECT_EQ(game.error().message, "there are fewer bytes left than half-moves");
}

}  // namespace
}  // namespace tabiya::test
