#include "search/mcts/first_sight.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace tabiya {
namespace {

Move chosen(std::string_view fen) {
  const Position position = parse_fen(fen).value();
  const MoveList moves = legal_moves(position);
  return move_at_first_sight(position, {moves.begin(), moves.end()});
}

void expect_move(std::string_view fen, std::string_view uci) {
  EXPECT_EQ(chosen(fen), parse_uci(parse_fen(fen).value(), uci).value()) << fen;
}

TEST(FirstSight, Mates) {
  expect_move("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8");
  // Rather than take a rook.
  expect_move("6k1/5ppp/8/r7/8/2B5/5PPP/3R2K1 w - - 0 1", "d1d8");
}

TEST(FirstSight, TakesWhatIsFree) { expect_move("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5"); }

TEST(FirstSight, DoesNotGiveAQueenForAPawn) {
  const Move move = chosen("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1");
  EXPECT_FALSE(move.to() == Square::D6);
}

TEST(FirstSight, RescuesWhatIsAttacked) {
  // The pawn attacks the queen; everything else stands still.
  const Move move = chosen("7k/8/8/2p5/3p4/4Q3/8/4K3 w - - 0 1");
  EXPECT_EQ(move.from(), Square::E3);
}

TEST(FirstSight, PromotesAndCastles) {
  EXPECT_EQ(chosen("8/P6k/8/8/8/8/8/K7 w - - 0 1").promotes_to(), PieceType::Queen);
  // Castling lands on a rook, but takes nothing.
  const Move only = Move::castling(Square::E1, Square::H1);
  EXPECT_EQ(move_at_first_sight(parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value(), {&only, 1}),
            only);
}

}  // namespace
}  // namespace tabiya
