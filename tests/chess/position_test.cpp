#include "chess/position.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "support/data.h"

namespace tabiya {
namespace {

using test::position_of;

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) <= 192);

Position after(std::string_view fen, std::initializer_list<std::string_view> moves,
               Variant variant = Variant::Standard) {
  Position position = position_of(fen);
  for (std::string_view text : moves) position.play(parse_uci(position, text, variant).value());
  return position;
}

TEST(Position, HoldsBitboardsByColourAndPiece) {
  const Position start = Position::start();
  EXPECT_EQ(start.pieces(Color::White, PieceType::Pawn), squares_of(Rank::R2));
  EXPECT_EQ(start.pieces(Color::Black, PieceType::King), Bitboard(Square::E8));
  EXPECT_EQ(start.piece_at(Square::D8), Piece(Color::Black, PieceType::Queen));
  EXPECT_EQ(start.piece_at(Square::D4), std::nullopt);
  EXPECT_EQ(start.occupied().count(), 32);
}

TEST(Position, TellsAnObserverOfEveryPieceThatLeavesOrLands) {
  struct Recorder {
    std::string seen;
    void removed(Piece piece, Square square) {
      seen += std::string("-") + letter(piece) + to_string(square);
    }
    void placed(Piece piece, Square square) {
      seen += std::string("+") + letter(piece) + to_string(square);
    }
  };
  const auto reports = [](std::string_view fen, std::string_view uci,
                          Variant variant = Variant::Standard) {
    Position position = position_of(fen);
    Recorder recorder;
    position.play(parse_uci(position, uci, variant).value(), recorder);
    return recorder.seen;
  };
  EXPECT_EQ(reports(kStartFen, "e2e4"), "-Pe2+Pe4");
  EXPECT_EQ(reports("k7/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5"), "-pd5-Pe4+Pd5");
  EXPECT_EQ(reports("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), "-pd5-Pe5+Pd6");
  EXPECT_EQ(reports("k2n4/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8n"), "-nd8-Pe7+Nd8");
  EXPECT_EQ(reports("k7/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "-Ke1-Rh1+Kg1+Rf1");
  // King and rook exchange squares.
  EXPECT_EQ(reports("k7/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", Variant::Chess960),
            "-Kf1-Rg1+Kg1+Rf1");
}

TEST(Castling, RightsGoWithTheKingTheRookAndTheCapturedRook) {
  constexpr std::string_view all = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(to_fen(after(all, {"e1e2"})), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
  EXPECT_EQ(to_fen(after(all, {"a1b1"})), "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1");
  EXPECT_EQ(to_fen(after(all, {"h1h8"})), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
  EXPECT_EQ(to_fen(after(all, {"e1c1", "e8g8"})), "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
}

TEST(Castling, IsForbiddenOutOfThroughAndIntoCheckButNotPastAnAttackedRook) {
  const auto castles = [](std::string_view fen, std::string_view uci) {
    return parse_uci(position_of(fen), uci).has_value();
  };
  EXPECT_FALSE(castles("4r3/2k5/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  EXPECT_FALSE(castles("5r2/2k5/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  EXPECT_FALSE(castles("6r1/2k5/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  EXPECT_TRUE(castles("7r/2k5/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"));
  EXPECT_TRUE(castles("1r6/2k5/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"));
}

TEST(Castling, InChess960IsForbiddenWhenTheRookShieldsTheKing) {
  // The rook on b1 keeps the queen on a1 from the king; a queen on a2 it does not mind.
  const Move castling = Move::castling(Square::C1, Square::B1);
  EXPECT_FALSE(is_legal(position_of("k7/8/8/8/8/8/8/qRK5 w Q - 0 1"), castling));
  EXPECT_TRUE(is_legal(position_of("k7/8/8/8/8/8/q7/1RK5 w Q - 0 1"), castling));
}

TEST(EnPassant, IsNotLegalWhenItExposesTheKing) {
  // Both pawns leave the fifth rank at once.
  const Position position = after("8/2p5/8/KP5r/8/8/8/7k b - - 0 1", {"c7c5"});
  EXPECT_EQ(position.en_passant_target(), Square::C6);
  EXPECT_EQ(position.en_passant_capture(), std::nullopt);
  EXPECT_FALSE(is_legal(position, Move::en_passant(Square::B5, Square::C6)));
}

TEST(EnPassant, CountsForTheKeyOnlyIfACaptureIsLegal) {
  const auto key_after = [](std::string_view fen, std::string_view move) {
    return after(fen, {move}).key();
  };
  const auto key_without_square = [](std::string_view fen) { return position_of(fen).key(); };
  // No pawn beside it.
  EXPECT_EQ(key_after(kStartFen, "e2e4"),
            key_without_square("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
  // A pawn that may capture.
  EXPECT_NE(key_after("k7/8/8/8/3p4/8/4P3/K7 w - - 0 1", "e2e4"),
            key_without_square("k7/8/8/8/3pP3/8/8/K7 b - - 0 1"));
  // A pawn that is pinned.
  EXPECT_EQ(key_after("8/8/8/8/k2p3R/8/4P3/K7 w - - 0 1", "e2e4"),
            key_without_square("8/8/8/8/k2pP2R/8/8/K7 b - - 0 1"));
}

TEST(EnPassant, OfTwoPawnsOneMayBePinned) {
  // c4 may take; e4 is pinned by the rook on e1… and stays.
  const Position position = after("4k3/8/8/8/2p1p3/8/3P4/K3R3 w - - 0 1", {"d2d4"});
  EXPECT_TRUE(is_legal(position, Move::en_passant(Square::C4, Square::D3)));
  EXPECT_FALSE(is_legal(position, Move::en_passant(Square::E4, Square::D3)));
}

TEST(Clocks, CountHalfMovesSinceCaptureOrPawnMove) {
  EXPECT_EQ(after(kStartFen, {"g1f3", "g8f6"}).halfmove_clock(), 2);
  EXPECT_EQ(after(kStartFen, {"g1f3", "e7e5"}).halfmove_clock(), 0);
  EXPECT_EQ(after(kStartFen, {"g1f3", "e7e5", "f3e5"}).halfmove_clock(), 0);
  EXPECT_EQ(after(kStartFen, {"g1f3", "e7e5", "f3e5"}).fullmove_number(), 2);
}

TEST(Clocks, StopAtTheirLimit) {
  const Position position = after("k7/8/8/8/8/8/7R/K7 b - - 65535 65535", {"a8b8", "h2h3", "b8a8"});
  EXPECT_EQ(position.halfmove_clock(), 65535);
  EXPECT_EQ(position.fullmove_number(), 65535);
}

TEST(Passing, ChangesTheSideAndForgetsEnPassant) {
  const Position position = after("k7/8/8/8/3p4/8/4P3/K7 w - - 0 1", {"e2e4"});
  const Position passed = position.after_pass();
  EXPECT_EQ(to_fen(passed), "k7/8/8/8/3pP3/8/8/K7 w - - 1 2");
  EXPECT_EQ(passed.key(), position_of(to_fen(passed)).key());
}

}  // namespace
}  // namespace tabiya
