#include "search/alphabeta/exchange.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "support/random_walk.h"

namespace tabiya {
namespace {

struct Case {
  const char* fen;
  const char* move;
  Value value;  // with pawn 100, knight 320, bishop 330, rook 520, queen 980
};

// What the side to move wins on a square where a piece of that value stands: it may take with its
// least valuable piece, or leave it. Recursive and from scratch at each step: slow, and obvious.
Value exchange(const Position& position, Color side, Square to, Value standing, Bitboard occupied) {
  const Bitboard attackers = position.attackers(to, occupied) & occupied;
  for (PieceType type : kPieceTypes) {
    const Bitboard own = attackers & position.pieces(side, type);
    if (own.empty()) continue;
    if (type == PieceType::King && attackers.meets(position.pieces(!side))) return 0;
    const Value lost =
        exchange(position, !side, to, piece_value(type), occupied ^ Bitboard(own.first()));
    return std::max(0, standing - lost);
  }
  return 0;
}

}  // namespace

TEST(Exchange, IsWorthWhatTheBooksSay) {
  // Positions known from the Chess Programming Wiki's page on static exchange evaluation and from
  // engines' test suites, with our piece values.
  const Case cases[] = {
      {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
      {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320},
      {"4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - - 0 1", "h5g4", 0},
      {"6k1/1pp4p/p1pb4/6q1/3P1pRr/2P4P/PP1Br1P1/5RKN w - - 0 1", "f1f4", 100 + 330 - 520},
      {"5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - - 0 1", "d6f4", 320 - 330},
      {"7r/5qpk/p1Qp1b1p/3r3n/BB3p2/5p2/P1P2P2/4RK1R w - - 0 1", "e1e8", 0},
      {"6rr/6pk/p1Qp1b1p/2n5/1B3p2/5p2/P1P2P2/4RK1R w - - 0 1", "e1e8", -520},
      {"6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - - 0 1", "f7f8q", 0},
      {"7R/5P2/8/8/6r1/3K4/5p2/4k3 w - - 0 1", "f7f8q", 0},
      {"8/4kp2/2npp3/1Nn5/1p2PQP1/7q/1PP1B3/4KR1r b - - 0 1", "h1f1", 0},
      {"8/pp6/2pkp3/4bp2/2R3b1/2P5/PP4B1/1K6 w - - 0 1", "g2c6", 100 - 330},
      {"4q3/1p1pr1k1/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - - 0 1", "e6e4", 100 - 520},
      {"3N4/2K5/2n5/1k6/8/8/8/8 b - - 0 1", "c6d8", 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(testing::Message() << c.fen << ' ' << c.move);
    const auto position = parse_fen(c.fen);
    ASSERT_TRUE(position);
    const auto move = parse_uci(*position, c.move);
    ASSERT_TRUE(move);
    EXPECT_TRUE(exchange_wins(*position, *move, c.value));
    EXPECT_FALSE(exchange_wins(*position, *move, c.value + 1));
  }
}

TEST(Exchange, AgreesWithTakingBackOnePieceAtATime) {
  int compared = 0;
  Random random(7);
  for (int game = 0; game < 60; ++game)
    test::random_game(random, 120, [&](const Position& position, const MoveList& moves) {
      for (Move move : moves) {
        if (move.kind() != Move::Kind::Normal) continue;
        const auto taken = position.piece_at(move.to());
        const Bitboard occupied = position.occupied() ^ Bitboard(move.from());
        const Value value = (taken ? piece_value(taken->type()) : 0) -
                            exchange(position, !position.side_to_move(), move.to(),
                                     piece_value(position.piece_at(move.from())->type()), occupied);
        ASSERT_TRUE(exchange_wins(position, move, value))
            << to_fen(position) << to_uci(position, move);
        ASSERT_FALSE(exchange_wins(position, move, value + 1))
            << to_fen(position) << to_uci(position, move);
        ++compared;
      }
    });
  EXPECT_GT(compared, 50'000);
}

}  // namespace tabiya
