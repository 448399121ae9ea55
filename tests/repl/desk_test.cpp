#include "repl/desk.h"

#include <gtest/gtest.h>

#include "notation/fen.h"

namespace tabiya {
namespace {

const Piece kWhiteKing(Color::White, PieceType::King);
const Piece kBlackKing(Color::Black, PieceType::King);
const Piece kRook(Color::White, PieceType::Rook);

std::string fen_of(Desk& desk) {
  const auto game = desk.game();
  return game ? to_fen((*game)->position()) : game.error().message;
}

TEST(Desk, BeginsWithAGame) {
  Desk desk;
  EXPECT_EQ(fen_of(desk), kStartFen);
}

TEST(Desk, AClearedBoardIsNoGame) {
  Desk desk;
  desk.clear();
  EXPECT_EQ(fen_of(desk), "white has no king");
  desk.put(Square::E1, kWhiteKing);
  EXPECT_EQ(fen_of(desk), "black has no king");
  desk.put(Square::E8, kBlackKing);
  EXPECT_EQ(fen_of(desk), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Desk, SettingUpKeepsWhoIsToMove) {
  Desk desk;
  desk.give_turn(Color::Black);
  desk.clear();
  EXPECT_EQ(desk.setup().side_to_move, Color::Black);
}

TEST(Desk, ChangingAGameMakesANewOneFromThere) {
  Desk desk;
  (*desk.game())->play(Move::normal(Square::E2, Square::E4));
  desk.put(Square::E4, std::nullopt);
  EXPECT_EQ(fen_of(desk), "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ((*desk.game())->length(), 0u);
}

TEST(Desk, PuttingWhatIsThereChangesNothing) {
  Desk desk;
  (*desk.game())->play(Move::normal(Square::E2, Square::E4));
  desk.put(Square::E1, kWhiteKing);
  desk.give_turn(Color::Black);
  EXPECT_EQ((*desk.game())->length(), 1u);
}

TEST(Desk, CastlingGoesWithItsKingAndItsRook) {
  Desk desk;
  desk.put(Square::H1, std::nullopt);
  EXPECT_EQ(desk.setup().castling_rooks.count(), 3);
  desk.put(Square::E8, std::nullopt);
  EXPECT_EQ(desk.setup().castling_rooks.count(), 1);
  desk.put(Square::H1, kRook);
  desk.put(Square::E8, kBlackKing);
  EXPECT_EQ(desk.setup().castling_rooks.count(), 1);
}

TEST(Desk, CastlingCanBeAllowedAgain) {
  Desk desk;
  ASSERT_TRUE(desk.allow_castling("-"));
  EXPECT_EQ(fen_of(desk), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
  ASSERT_TRUE(desk.allow_castling("Kq"));
  EXPECT_EQ(fen_of(desk), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1");
}

TEST(Desk, ImpossibleCastlingIsRefusedAndChangesNothing) {
  Desk desk;
  desk.put(Square::H1, std::nullopt);
  const auto refused = desk.allow_castling("QK");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "white has no king and rook to castle kingside");
  EXPECT_EQ(desk.setup().castling_rooks.count(), 3);
  EXPECT_FALSE(desk.allow_castling("x"));
}

TEST(Desk, AnIllegalBoardSaysWhy) {
  Desk desk;
  desk.put(Square::D8, std::nullopt);
  desk.put(Square::E2, Piece(Color::Black, PieceType::Queen));
  desk.give_turn(Color::Black);
  EXPECT_NE(fen_of(desk).find("white is in check"), std::string::npos) << fen_of(desk);
}

}  // namespace
}  // namespace tabiya
