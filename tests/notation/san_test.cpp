#include "notation/san.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/play.h"
#include "notation/uci_move.h"
#include "support/data.h"

namespace tabiya {
namespace {

using test::position_of;
using Kind = NotationError::Kind;

constexpr std::string_view kOpenRooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr std::string_view kPromotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";

// The move that a SAN text means, as UCI; or the message.
std::string means(std::string_view fen, std::string_view san) {
  const Position position = position_of(fen);
  const auto move = parse_san(position, san);
  return move ? to_uci(position, *move) : move.error().message;
}

std::string written(std::string_view fen, std::string_view uci) {
  const Position position = position_of(fen);
  return to_san(position, parse_uci(position, uci).value());
}

NotationError refusal(std::string_view fen, std::string_view san) {
  const auto move = parse_san(position_of(fen), san);
  if (move) ADD_FAILURE() << san << " was accepted in " << fen;
  return move ? NotationError{} : move.error();
}

TEST(SanWriting, NamesPiecesCapturesAndPromotions) {
  EXPECT_EQ(written(kStartFen, "e2e4"), "e4");
  EXPECT_EQ(written(kStartFen, "g1f3"), "Nf3");
  EXPECT_EQ(written("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"), "exd5");
  EXPECT_EQ(written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
  EXPECT_EQ(written("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"), "Nxd5");
  EXPECT_EQ(written(kPromotion, "e7e8n"), "e8=N");
  EXPECT_EQ(written(kPromotion, "e7d8q"), "exd8=Q+");
}

TEST(SanWriting, CastlesWithCapitalLetters) {
  EXPECT_EQ(written(kOpenRooks, "e1g1"), "O-O");
  EXPECT_EQ(written(kOpenRooks, "e1c1"), "O-O-O");
  EXPECT_EQ(written("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
}

TEST(SanWriting, MarksCheckAndMate) {
  EXPECT_EQ(written("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8+");
  EXPECT_EQ(written("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
  // Discovered, by en passant, by a promoted knight.
  EXPECT_EQ(written("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c3"), "Nc3+");
  EXPECT_EQ(written("8/8/8/R2Pp1k1/8/8/8/4K3 w - e6 0 1", "d5e6"), "dxe6+");
  EXPECT_EQ(written("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n"), "e8=N+");
}

TEST(SanWriting, DisambiguatesByFileThenRankThenBoth) {
  EXPECT_EQ(written("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2"), "Nbd2");
  EXPECT_EQ(written("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3"), "R1a3");
  EXPECT_EQ(written("7k/8/2Q3Q1/8/8/8/2Q3Q1/K7 w - - 0 1", "c2e4"), "Qc2e4");
}

TEST(SanWriting, DisambiguatesAgainstLegalMovesOnly) {
  // The knight on c3 is pinned.
  EXPECT_EQ(written("4k3/8/8/8/1b6/2N5/8/4KNR1 w - - 0 1", "f1d2"), "Nd2");
  EXPECT_EQ(written("4k3/8/8/8/8/2N5/8/4KNR1 w - - 0 1", "g1g2"), "Rg2");
}

TEST(SanReading, TakesWhatTheWriterWrites) {
  for (std::string_view fen : {kStartFen, kOpenRooks, kPromotion,
                               std::string_view("7k/8/2Q3Q1/8/8/8/2Q3Q1/K7 w - - 0 1")}) {
    const Position position = position_of(fen);
    const auto texts = legal_moves_as_san(position);
    const MoveList moves = legal_moves(position);
    ASSERT_EQ(texts.size(), moves.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_EQ(parse_san(position, texts[i]), moves[i]) << texts[i];
  }
}

TEST(SanReading, TakesCastlingInLettersAndZerosWithAndWithoutDashes) {
  for (std::string_view san : {"O-O", "0-0", "o-o", "OO", "00", "O-O+", "O-O!?"})
    EXPECT_EQ(means(kOpenRooks, san), "e1g1") << san;
  for (std::string_view san : {"O-O-O", "0-0-0", "o-o-o", "OOO", "000", "O-O-O#"})
    EXPECT_EQ(means(kOpenRooks, san), "e1c1") << san;
  for (std::string_view san : {"O", "O-", "O-0", "0-O", "O-O-O-O", "OOOO"})
    EXPECT_EQ(refusal(kOpenRooks, san).kind, Kind::MoveFormat) << san;
}

TEST(SanReading, TakesMissingAndSurplusMarks) {
  for (std::string_view san : {"Nf3", "Nxf3", "Nf3+", "Nf3#", "Nf3++", "Nf3=", "N-f3", "N:f3"})
    EXPECT_EQ(means(kStartFen, san), "g1f3") << san;
  constexpr std::string_view capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
  for (std::string_view san : {"exd5", "ed5", "e:d5", "e-d5"})
    EXPECT_EQ(means(capture, san), "e4d5") << san;
}

TEST(SanReading, TakesAnnotationMarks) {
  for (std::string_view san : {"e4!", "e4?", "e4!!", "e4??", "e4!?", "e4?!", "e4+!"})
    EXPECT_EQ(means(kStartFen, san), "e2e4") << san;
}

TEST(SanReading, TakesAPromotionInManyForms) {
  for (std::string_view san :
       {"e8=Q", "e8Q", "e8=q", "e8q", "e8(Q)", "e8/Q", "e8=Q+", "e7e8=Q", "e7-e8Q", "Pe8=Q"})
    EXPECT_EQ(means(kPromotion, san), "e7e8q") << san;
  EXPECT_EQ(means(kPromotion, "e8b"), "e7e8b");
  EXPECT_EQ(means(kPromotion, "exd8=N"), "e7d8n");
}

TEST(SanReading, WantsThePieceOfAPromotionNamed) {
  for (std::string_view san : {"e8", "e8=", "e7e8", "exd8"})
    EXPECT_EQ(means(kPromotion, san),
              "illegal: a pawn on the last rank promotes: name the piece, as in e7e8q or e8=Q");
  EXPECT_EQ(refusal(kPromotion, "e8=K").kind, Kind::MoveFormat);
  EXPECT_EQ(refusal(kPromotion, "e8=K").at, 3u);
}

TEST(SanReading, TakesEnPassantMarks) {
  for (std::string_view san : {"exd6", "exd6e.p.", "exd6 e.p.", "exd6ep", "exd6e.p.+", "e5xd6e.p."})
    EXPECT_EQ(means("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", san), "e5d6") << san;
}

TEST(SanReading, TakesMoreDisambiguationThanNeeded) {
  for (std::string_view san : {"Ngf3", "N1f3", "Ng1f3"})
    EXPECT_EQ(means(kStartFen, san), "g1f3") << san;
}

TEST(SanReading, TakesLongAlgebraicMoves) {
  for (std::string_view san : {"Ng1-f3", "g1f3", "g1-f3", "Ng1xf3"})
    EXPECT_EQ(means(kStartFen, san), "g1f3") << san;
  for (std::string_view san : {"e2e4", "e2-e4", "Pe2-e4"})
    EXPECT_EQ(means(kStartFen, san), "e2e4") << san;
  for (std::string_view san : {"e1g1", "Ke1-g1", "Ke1g1"})
    EXPECT_EQ(means(kOpenRooks, san), "e1g1") << san;
}

TEST(SanReading, ChecksThePieceLetterOfALongMove) {
  EXPECT_EQ(means(kStartFen, "Bg1f3"), "illegal: the piece on g1 is a knight, not a bishop");
  EXPECT_EQ(means(kOpenRooks, "Re1g1"), "illegal: the piece on e1 is a king, not a rook");
}

TEST(SanReading, SaysBetweenWhichMovesItCannotChoose) {
  const NotationError error = refusal("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2");
  EXPECT_EQ(error.kind, Kind::AmbiguousMove);
  EXPECT_EQ(error.message, "ambiguous: Nbd2 or Nfd2");
  EXPECT_EQ(refusal("7k/8/2Q3Q1/8/8/8/2Q3Q1/K7 w - - 0 1", "Qe4").message,
            "ambiguous: Qc2e4, Qg2e4, Qc6e4 or Qg6e4");
  EXPECT_EQ(refusal("7k/8/2Q3Q1/8/8/8/2Q3Q1/K7 w - - 0 1", "Qce4").message,
            "ambiguous: Qc2e4 or Qc6e4");
}

TEST(SanReading, IsNotConfusedByPiecesThatMayNotMove) {
  EXPECT_EQ(means("4k3/8/8/8/1b6/2N5/8/4KN2 w - - 0 1", "Nd2"), "f1d2");
}

TEST(SanReading, SaysWhyAMoveIsRefused) {
  EXPECT_EQ(means(kStartFen, "Ne5"), "illegal: no white knight can go to e5");
  EXPECT_EQ(means(kStartFen, "Ncd2"), "illegal: no white knight on the c file can go to d2");
  EXPECT_EQ(means(kStartFen, "exd3"), "illegal: there is nothing to capture on d3");
  EXPECT_EQ(means("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"),
            "illegal: a pawn that captures names its file, as in exd5");
  EXPECT_EQ(means("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3"), "illegal: leaves the king in check");
  EXPECT_EQ(means(kStartFen, "O-O"), "illegal: the way to castle kingside is blocked on f1");
  EXPECT_EQ(refusal(kStartFen, "e7e5").kind, Kind::NotYourTurn);
  EXPECT_EQ(refusal(kStartFen, "e4e5").kind, Kind::NoPieceThere);
}

TEST(SanReading, RefusesTheFormBeforeAnythingElse) {
  EXPECT_EQ(refusal("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Kx").kind, Kind::MoveFormat);
  EXPECT_EQ(refusal(kStartFen, "Nf9").at, 2u);
  EXPECT_EQ(refusal(kStartFen, "e4garbage").at, 2u);
  EXPECT_EQ(refusal(kStartFen, "Nf3\xE2\x80\xA0").message,
            "invalid format: \"Nf3†\" is not a move like e4, Nf3 or O-O; \"†\" (U+2020) has no "
            "place in it");
}

TEST(SanReading, CastlesInChess960) {
  const Position position = position_of("4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
  const auto move = parse_san(position, "O-O");
  ASSERT_TRUE(move.has_value());
  EXPECT_EQ(to_fen(position.after(*move)), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_EQ(to_san(position, *move), "O-O");
}

TEST(SanGame, IsPlayedAndWrittenMoveByMove) {
  Game game;
  const std::vector<std::string> moves{"e4",   "e5",   "Nf3", "Nc6", "Bb5", "a6",
                                       "Bxc6", "dxc6", "O-O", "Bg4", "h3",  "h5"};
  for (const std::string& san : moves) ASSERT_TRUE(play_san(game, san).has_value()) << san;
  EXPECT_EQ(moves_as_san(game), moves);
  EXPECT_EQ(to_fen(game.position()),
            "r2qkbnr/1pp2pp1/p1p5/4p2p/4P1b1/5N1P/PPPP1PP1/RNBQ1RK1 w kq h6 0 7");
}

}  // namespace
}  // namespace tabiya
