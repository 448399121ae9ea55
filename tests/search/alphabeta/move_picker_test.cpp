#include "search/alphabeta/move_picker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "search/alphabeta/exchange.h"
#include "support/data.h"
#include "support/random_walk.h"

namespace tabiya {
namespace {

std::vector<Move> all_of(MovePicker& picker, bool skip_quiets = false) {
  std::vector<Move> moves;
  for (Move move = picker.next(skip_quiets); move != kNoMove; move = picker.next(skip_quiets))
    moves.push_back(move);
  return moves;
}

std::vector<std::uint16_t> sorted_bits(const auto& moves) {
  std::vector<std::uint16_t> bits;
  for (Move move : moves) bits.push_back(move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

// Hints come from other positions and other threads, so they may be anything.
Move any_move(Random& random, const MoveList& moves) {
  if (!moves.empty() && random.below(2) == 0) return moves[random.below(moves.size())];
  return Move::from_bits(static_cast<std::uint16_t>(random()));
}

}  // namespace

TEST(MovePicker, GivesEveryLegalMoveOnceWhateverTheHints) {
  const auto history = std::make_unique<MoveHistory>();
  Random random(3);
  for (int game = 0; game < 60; ++game)
    test::random_game(random, 150, [&](const Position& position, const MoveList& moves) {
      const MovePicker::Hints hints{.tt_move = any_move(random, moves),
                                    .killers = {any_move(random, moves), any_move(random, moves)},
                                    .counter = any_move(random, moves)};
      MovePicker picker(position, king_lines(position), *history, {}, hints);
      ASSERT_EQ(sorted_bits(all_of(picker)), sorted_bits(moves)) << to_fen(position);
    });
}

TEST(MovePicker, GivesOnlyCapturesAndPromotionsOutsideCheckInQuiescence) {
  const auto history = std::make_unique<MoveHistory>();
  Random random(4);
  for (int game = 0; game < 60; ++game)
    test::random_game(random, 150, [&](const Position& position, const MoveList& moves) {
      MoveList expected;
      if (position.in_check())
        expected = moves;
      else
        legal_captures_and_promotions(position, expected);
      MovePicker picker = MovePicker::for_quiescence(position, king_lines(position), *history, {},
                                                     any_move(random, moves));
      ASSERT_EQ(sorted_bits(all_of(picker)), sorted_bits(expected)) << to_fen(position);
    });
}

TEST(MovePicker, GivesNoQuietMoveOnceTheyAreNotWanted) {
  const auto history = std::make_unique<MoveHistory>();
  const Position position =
      test::position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  MovePicker picker(position, king_lines(position), *history, {}, {});
  MoveList tactical;
  legal_captures_and_promotions(position, tactical);
  EXPECT_EQ(sorted_bits(all_of(picker, true)), sorted_bits(tactical));
}

TEST(MovePicker, OrdersTableMoveCapturesKillersQuietsLosingCaptures) {
  const auto history = std::make_unique<MoveHistory>();
  const Position position =
      test::position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const Move table = Move::normal(Square::A2, Square::A3);
  const Move killer = Move::normal(Square::D2, Square::F4);
  MovePicker picker(position, king_lines(position), *history, {},
                    {.tt_move = table, .killers = {killer, kNoMove}});
  const std::vector<Move> moves = all_of(picker);

  EXPECT_EQ(moves.front(), table);
  const auto stage = [&](Move move) {
    if (move == table) return 0;
    if (is_capture_or_promotion(position, move)) return exchange_wins(position, move, 0) ? 1 : 4;
    return move == killer ? 2 : 3;
  };
  EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end(),
                             [&](Move a, Move b) { return stage(a) < stage(b); }));
  EXPECT_EQ(moves[1], Move::normal(Square::E2, Square::A6));  // takes a bishop: the best victim
}

TEST(MovePicker, PutsQuietMovesWithBetterHistoryFirst) {
  const auto history = std::make_unique<MoveHistory>();
  const Position position = Position::start();
  const Move good = Move::normal(Square::B1, Square::C3);
  const Move bad = Move::normal(Square::A2, Square::A3);
  history->quiet(Color::White, good).add(1000);
  history->quiet(Color::White, bad).add(-1000);
  MovePicker picker(position, king_lines(position), *history, {}, {});
  const std::vector<Move> moves = all_of(picker);
  EXPECT_EQ(moves.front(), good);
  EXPECT_EQ(moves.back(), bad);
}

TEST(HistoryEntry, StaysWithinItsLimits) {
  HistoryEntry entry;
  for (int i = 0; i < 1000; ++i) entry.add(1800);
  EXPECT_LE(entry.value(), HistoryEntry::kLimit);
  EXPECT_GT(entry.value(), HistoryEntry::kLimit * 9 / 10);
  for (int i = 0; i < 1000; ++i) entry.add(-HistoryEntry::kLimit);
  EXPECT_GE(entry.value(), -HistoryEntry::kLimit);
}

}  // namespace tabiya
