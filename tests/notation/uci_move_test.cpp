#include "notation/uci_move.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/play.h"
#include "support/data.h"

namespace tabiya {
namespace {

using test::position_of;
using Kind = NotationError::Kind;

constexpr std::string_view kOpenRooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

std::string after(std::string_view fen, std::string_view text,
                  Variant variant = Variant::Standard) {
  const Position position = position_of(fen);
  const auto move = parse_uci(position, text, variant);
  return move ? to_fen(position.after(*move)) : move.error().message;
}

NotationError refusal(std::string_view fen, std::string_view text,
                      Variant variant = Variant::Standard) {
  const auto move = parse_uci(position_of(fen), text, variant);
  if (move) ADD_FAILURE() << text << " was accepted in " << fen;
  return move ? NotationError{} : move.error();
}

TEST(Uci, PlaysOrdinaryMoves) {
  EXPECT_EQ(after(kStartFen, "e2e4"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  EXPECT_EQ(after(kStartFen, "g1f3"), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
}

TEST(Uci, PromotesByALowerCaseLetter) {
  constexpr std::string_view fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
  EXPECT_EQ(after(fen, "a7a8n"), "N7/7k/8/8/8/8/8/K7 b - - 0 1");
  EXPECT_EQ(after(fen, "a7a8b"), "B7/7k/8/8/8/8/8/K7 b - - 0 1");
  EXPECT_EQ(after(fen, "a7a8r"), "R7/7k/8/8/8/8/8/K7 b - - 0 1");
  EXPECT_EQ(after(fen, "a7a8q"), "Q7/7k/8/8/8/8/8/K7 b - - 0 1");
  EXPECT_EQ(refusal(fen, "a7a8Q").kind, Kind::MoveFormat);
  EXPECT_EQ(refusal(fen, "a7a8").message,
            "illegal: a pawn on the last rank promotes: name the piece, as in e7e8q or e8=Q");
}

TEST(Uci, CapturesEnPassant) {
  EXPECT_EQ(after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
}

TEST(Uci, WritesCastlingAsTheKingsStepInStandardChess) {
  const Position position = position_of(kOpenRooks);
  const Move castling = Move::castling(Square::E1, Square::H1);
  EXPECT_EQ(to_uci(position, castling), "e1g1");
  EXPECT_EQ(to_uci(position, castling, Variant::Chess960), "e1h1");
  EXPECT_EQ(to_uci(position, Move::castling(Square::E1, Square::A1)), "e1c1");
}

TEST(Uci, CastlesByTheKingsStepOnlyInStandardChess) {
  EXPECT_EQ(after(kOpenRooks, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  EXPECT_EQ(after(kOpenRooks, "e1h1"), "illegal: king takes rook means castling in Chess960 only");
}

TEST(Uci, CastlesInBothWaysInChess960) {
  for (std::string_view text : {"e1g1", "e1h1"})
    EXPECT_EQ(after(kOpenRooks, text, Variant::Chess960), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
  for (std::string_view text : {"e1c1", "e1a1"})
    EXPECT_EQ(after(kOpenRooks, text, Variant::Chess960), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
}

TEST(Uci, InChess960AStepThatTheKingCanTakeIsAStep) {
  constexpr std::string_view fen = "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1";
  EXPECT_EQ(after(fen, "f1g1", Variant::Chess960), "4k3/8/8/8/8/8/8/1R4KR b - - 1 1");
  EXPECT_EQ(after(fen, "f1h1", Variant::Chess960), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
  EXPECT_EQ(after(fen, "f1c1", Variant::Chess960), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
}

TEST(Uci, InChess960TheKingMayStayOrTheTwoChangePlaces) {
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", Variant::Chess960),
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_EQ(after("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", Variant::Chess960),
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1g1", Variant::Chess960).message,
            "illegal: a king cannot go from g1 to g1");
}

TEST(Uci, InChess960AKingMayTakeARookThatCouldStillCastle) {
  EXPECT_EQ(after("4k2r/6K1/8/8/8/8/8/8 w k - 0 1", "g7h8", Variant::Chess960),
            "4k2K/8/8/8/8/8/8/8 b - - 0 1");
}

TEST(Uci, RefusesTheFormBeforeAnythingElse) {
  // A text that is no move says so even where nothing could move.
  EXPECT_EQ(refusal("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "e2e9").kind, Kind::MoveFormat);
  EXPECT_EQ(refusal(kStartFen, "e2e9").at, 3u);
  EXPECT_EQ(refusal(kStartFen, "e2e4x").at, 4u);
  EXPECT_EQ(refusal(kStartFen, "e2").at, 2u);
}

TEST(Uci, SaysWhyAMoveIsRefused) {
  EXPECT_EQ(refusal(kStartFen, "e7e5").kind, Kind::NotYourTurn);
  EXPECT_EQ(refusal(kStartFen, "e4e5").kind, Kind::NoPieceThere);
  EXPECT_EQ(refusal(kStartFen, "e2e5").kind, Kind::IllegalMove);
  EXPECT_EQ(refusal("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3").kind, Kind::KingInCheck);
  EXPECT_EQ(refusal("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3").message,
            "illegal: leaves the king in check");
}

TEST(Uci, SaysWhyCastlingIsRefused) {
  const auto why = [](std::string_view fen) { return refusal(fen, "e1g1").message; };
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
            "illegal: white has no right to castle kingside");
  EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K1NR w K - 0 1"),
            "illegal: the way to castle kingside is blocked on g1");
  EXPECT_EQ(why("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1"), "illegal: a king in check cannot castle");
  EXPECT_EQ(why("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1"),
            "illegal: the king cannot pass over f1, which is attacked");
  EXPECT_EQ(why("4k3/8/8/8/6r1/8/8/4K2R w K - 0 1"), "illegal: castling leaves the king in check");
}

TEST(Uci, AWholeGameIsPlayedAndWrittenAsItCame) {
  Game game;
  const std::vector<std::string> moves{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"};
  for (const std::string& text : moves) ASSERT_TRUE(play_uci(game, text).has_value()) << text;
  EXPECT_EQ(moves_as_uci(game), moves);
  EXPECT_EQ(to_fen(game.position()),
            "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
}

TEST(Uci, AChess960GameCastlesKingTakesRook) {
  auto game = game_from_fen("1r3k1r/5p2/8/8/8/8/5P2/1R3K1R w KQkq - 0 1");
  ASSERT_TRUE(game.has_value());
  ASSERT_TRUE(play_uci(*game, "f1h1").has_value());
  ASSERT_TRUE(play_uci(*game, "f8b8").has_value());
  const std::vector<std::string> moves{"f1h1", "f8b8"};
  EXPECT_EQ(moves_as_uci(*game), moves);
}

TEST(UciMove, RoundTripsCastlingThatNeedsChess960EvenIfNobodySaidSo) {
  const Position position = test::position_of("4k3/8/8/8/8/8/8/RK6 w A - 0 1");
  const Move castling = Move::castling(Square::B1, Square::A1);
  EXPECT_EQ(to_uci(position, castling), "b1a1");
  EXPECT_EQ(parse_uci(position, "b1a1"), castling);
}

}  // namespace
}  // namespace tabiya
