#include "repl/editable_game.h"

#include <gtest/gtest.h>

#include "notation/fen.h"

namespace tabiya {
namespace {

const Piece kWhiteKing(Color::White, PieceType::King);
const Piece kBlackKing(Color::Black, PieceType::King);
const Piece kRook(Color::White, PieceType::Rook);

std::string fen_of(EditableGame& edited) {
  const auto game = edited.game();
  return game ? to_fen((*game)->position()) : game.error().message;
}

TEST(EditableGame, BeginsWithAGame) {
  EditableGame game;
  EXPECT_EQ(fen_of(game), kStartFen);
}

TEST(EditableGame, AClearedBoardIsNoGame) {
  EditableGame game;
  game.clear();
  EXPECT_EQ(fen_of(game), "white has no king");
  game.put(Square::E1, kWhiteKing);
  EXPECT_EQ(fen_of(game), "black has no king");
  game.put(Square::E8, kBlackKing);
  EXPECT_EQ(fen_of(game), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(EditableGame, SettingUpKeepsWhoIsToMove) {
  EditableGame game;
  game.give_turn(Color::Black);
  game.clear();
  EXPECT_EQ(game.setup().side_to_move, Color::Black);
}

TEST(EditableGame, ChangingAGameMakesANewOneFromThere) {
  EditableGame game;
  (*game.game())->play(Move::normal(Square::E2, Square::E4));
  game.put(Square::E4, std::nullopt);
  EXPECT_EQ(fen_of(game), "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ((*game.game())->length(), 0u);
}

TEST(EditableGame, PuttingWhatIsThereChangesNothing) {
  EditableGame game;
  (*game.game())->play(Move::normal(Square::E2, Square::E4));
  game.put(Square::E1, kWhiteKing);
  game.give_turn(Color::Black);
  EXPECT_EQ((*game.game())->length(), 1u);
}

TEST(EditableGame, CastlingGoesWithItsKingAndItsRook) {
  EditableGame game;
  game.put(Square::H1, std::nullopt);
  EXPECT_EQ(game.setup().castling_rooks.count(), 3);
  game.put(Square::E8, std::nullopt);
  EXPECT_EQ(game.setup().castling_rooks.count(), 1);
  game.put(Square::H1, kRook);
  game.put(Square::E8, kBlackKing);
  EXPECT_EQ(game.setup().castling_rooks.count(), 1);
}

TEST(EditableGame, CastlingCanBeAllowedAgain) {
  EditableGame game;
  ASSERT_TRUE(game.allow_castling("-"));
  EXPECT_EQ(fen_of(game), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
  ASSERT_TRUE(game.allow_castling("Kq"));
  EXPECT_EQ(fen_of(game), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1");
}

TEST(EditableGame, ImpossibleCastlingIsRefusedAndChangesNothing) {
  EditableGame game;
  game.put(Square::H1, std::nullopt);
  const auto refused = game.allow_castling("QK");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "white has no king and rook to castle kingside");
  EXPECT_EQ(game.setup().castling_rooks.count(), 3);
  EXPECT_FALSE(game.allow_castling("x"));
}

TEST(EditableGame, AnIllegalBoardSaysWhy) {
  EditableGame game;
  game.put(Square::D8, std::nullopt);
  game.put(Square::E2, Piece(Color::Black, PieceType::Queen));
  game.give_turn(Color::Black);
  EXPECT_NE(fen_of(game).find("white is in check"), std::string::npos) << fen_of(game);
}

}  // namespace
}  // namespace tabiya
