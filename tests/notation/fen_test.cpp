#include "notation/fen.h"

#include <gtest/gtest.h>

#include "chess/chess960.h"
#include "notation/uci_move.h"
#include "support/data.h"

namespace tabiya {
namespace {

using test::position_of;
using Kind = NotationError::Kind;

std::string reads(std::string_view fen) { return to_fen(position_of(fen)); }

std::string after(std::string_view fen, std::initializer_list<std::string_view> moves,
                  FenStyle style = {}) {
  Position position = position_of(fen);
  for (std::string_view text : moves) position.play(parse_uci(position, text).value());
  return to_fen(position, style);
}

NotationError refusal(std::string_view fen) {
  const auto position = parse_fen(fen);
  if (position) ADD_FAILURE() << fen << " was accepted";
  return position ? NotationError{} : position.error();
}

TEST(Fen, OfTheStartPositionIsTheUsualOne) {
  EXPECT_EQ(to_fen(Position::start()), kStartFen);
  EXPECT_EQ(position_of(kStartFen), Position::start());
}

TEST(Fen, RoundTripsEveryField) {
  for (std::string_view fen : {
           "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
           "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 42 117",
           "r3k3/8/8/8/8/8/8/4K2R b Kq - 65535 65535",
       })
    EXPECT_EQ(reads(fen), fen);
}

TEST(Fen, MayHaveTheFirstFourFieldsOnly) {
  EXPECT_EQ(reads("4k3/8/8/8/8/8/8/4K2R b K -"), "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
}

TEST(Fen, ItsFieldsAreDividedByAnyBlanksTabsAndLineEnds) {
  EXPECT_EQ(reads("\t 4k3/8/8/8/8/8/8/4K3 \r\n  w - -\t7  9\n"), "4k3/8/8/8/8/8/8/4K3 w - - 7 9");
}

TEST(Fen, FirstFourFieldsAreWhatEpdLinesBeginWith) {
  EXPECT_EQ(to_fen_fields(position_of("4k3/8/8/8/8/8/8/4K2R b K - 5 9")),
            "4k3/8/8/8/8/8/8/4K2R b K -");
}

TEST(Fen, WritesTheEnPassantSquareAfterEveryDoublePush) {
  EXPECT_EQ(after(kStartFen, {"e2e4"}),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  EXPECT_EQ(after(kStartFen, {"e2e4", "a7a5"}),
            "rnbqkbnr/1ppppppp/8/p7/4P3/8/PPPP1PPP/RNBQKBNR w KQkq a6 0 2");
  EXPECT_EQ(after(kStartFen, {"e2e4", "a7a5", "g1f3"}),
            "rnbqkbnr/1ppppppp/8/p7/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}

TEST(Fen, WritesTheEnPassantSquareOnlyForALegalCaptureIfAsked) {
  const FenStyle style{.en_passant = FenStyle::EnPassant::IfLegal};
  EXPECT_EQ(after(kStartFen, {"e2e4"}, style),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", {"e2e4"}, style),
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  // The capturing pawn would uncover its king.
  EXPECT_EQ(after("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", {"e2e4"}, style),
            "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
}

TEST(XFen, ReadsKAndQAsTheOutermostRooks) {
  const Position position = position_of("4k3/8/8/8/8/8/8/1RR1KRR1 w KQ - 0 1");
  EXPECT_EQ(position.castling_rook(Color::White, Wing::Kingside), Square::G1);
  EXPECT_EQ(position.castling_rook(Color::White, Wing::Queenside), Square::B1);
}

TEST(XFen, WritesALetterOfAFileOnlyWhereAnotherRookStandsFurtherOut) {
  EXPECT_EQ(reads("4k3/8/8/8/8/8/8/1RR1KRR1 w GB - 0 1"), "4k3/8/8/8/8/8/8/1RR1KRR1 w KQ - 0 1");
  EXPECT_EQ(reads("4k3/8/8/8/8/8/8/1RR1KRR1 w FC - 0 1"), "4k3/8/8/8/8/8/8/1RR1KRR1 w FC - 0 1");
  EXPECT_EQ(reads("1rr1krr1/8/8/8/8/8/8/4K3 b gc - 0 1"), "1rr1krr1/8/8/8/8/8/8/4K3 b kc - 0 1");
  // An enemy rook on the back rank is nobody's castling rook.
  EXPECT_EQ(reads("4k3/8/8/8/8/8/8/r1R1K3 w C - 0 1"), "4k3/8/8/8/8/8/8/r1R1K3 w Q - 0 1");
}

TEST(XFen, TellsStartPositionsOfChess960ByKQkq) {
  for (int number : {0, 1, 300, 518, 700, 959}) {
    const Position position = chess960_start(number);
    const std::string fen = to_fen(position);
    EXPECT_NE(fen.find(" w KQkq - 0 1"), std::string::npos) << fen;
    EXPECT_EQ(position_of(fen), position) << fen;
  }
}

TEST(ShredderFen, IsReadEverywhereAndWrittenOnRequest) {
  const FenStyle shredder{.castling = FenStyle::Castling::Shredder};
  EXPECT_EQ(position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"),
            Position::start());
  EXPECT_EQ(to_fen(Position::start(), shredder),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  EXPECT_EQ(to_fen(position_of("1r2k1r1/8/8/8/8/8/8/4K3 b kq - 3 4"), shredder),
            "1r2k1r1/8/8/8/8/8/8/4K3 b gb - 3 4");
}

TEST(FenErrors, NameTheFieldAtFault) {
  const auto kind_of = [](std::string_view fen) { return refusal(fen).kind; };
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/4K3 w -"), Kind::FieldCount);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/4K4 w - - 0 1"), Kind::Placement);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), Kind::SideToMove);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/4K3 w x - 0 1"), Kind::Castling);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/4K3 w - x 0 1"), Kind::EnPassant);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/4K3 w - - x 1"), Kind::HalfmoveClock);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/4K3 w - - 0 x"), Kind::FullmoveNumber);
  EXPECT_EQ(kind_of("4k3/8/8/8/8/8/8/8 w - - 0 1"), Kind::IllegalPosition);
}

TEST(FenErrors, TellTheLeftmostFaultFirst) {
  EXPECT_EQ(refusal("x x x x x x").kind, Kind::Placement);
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 x x x x x").kind, Kind::SideToMove);
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w x x x x").kind, Kind::Castling);
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w - x x x").kind, Kind::EnPassant);
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w - - x x").kind, Kind::HalfmoveClock);
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/4K3 w - - 0 x x").kind, Kind::FullmoveNumber);
}

TEST(FenErrors, PutAMissingKingBeforeTheCastlingItSpoils) {
  EXPECT_EQ(refusal("8/8/8/8/8/8/8/8 w KQkq - 0 1").message, "illegal position: white has no king");
}

TEST(FenErrors, PointAtThePieceThatIsTooMany) {
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/K3K3 w - - 0 1").at, 18u);
  EXPECT_EQ(refusal("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1").at, 22u);
  EXPECT_EQ(refusal("4k3/8/8/8/8/8/8/K3P3 w - - 0 1").at, 18u);
}

TEST(LenientFen, DropsOnlyTheCastlingRightsThatCannotBe) {
  const auto fen = parse_fen_leniently("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1");
  ASSERT_TRUE(fen.has_value());
  EXPECT_EQ(to_fen(fen->position), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
  const std::vector<std::string> warnings{
      "castling rights: \"K\" needs a white rook on the h-file side of the king"};
  EXPECT_EQ(fen->warnings, warnings);
}

TEST(LenientFen, DropsAnImpossibleEnPassantSquareAndClocks) {
  const auto fen = parse_fen_leniently("4k3/8/8/8/8/8/8/4K3 w - e6 - 0");
  ASSERT_TRUE(fen.has_value());
  EXPECT_EQ(to_fen(fen->position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  const std::vector<std::string> warnings{
      "half-move clock: \"-\" is not a whole number from 0 to 65535",
      "full-move number: \"0\" is not a whole number from 1 to 65535",
      "en passant: no pawn can have passed: there is no black pawn on e5"};
  EXPECT_EQ(fen->warnings, warnings);
}

TEST(LenientFen, StillRefusesBoardsThatAreNoPosition) {
  for (std::string_view fen :
       {"8/8/8/8/8/8/8/8 w KQkq - 0 1", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "", "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w x - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1"})
    EXPECT_FALSE(parse_fen_leniently(fen).has_value()) << fen;
}

TEST(LenientFen, SaysEachWarningOnce) {
  const auto fen =
      parse_fen_leniently("4k3/8/8/8/8/8/8/4K2R w " + std::string(100'000, 'K') + " - 0 1");
  ASSERT_TRUE(fen.has_value());
  EXPECT_EQ(fen->warnings.size(), 1u);
}

}  // namespace
}  // namespace tabiya
