#include "match/uci_output.h"

#include <gtest/gtest.h>

#include <string>

#include "match/child_process.h"

namespace tabiya {
namespace {

template <class Kind>
Kind said(std::string_view line) {
  const UciLine parsed = parse_uci_line(line);
  EXPECT_TRUE(std::holds_alternative<Kind>(parsed)) << line;
  const Kind* kind = std::get_if<Kind>(&parsed);
  return kind == nullptr ? Kind{} : *kind;
}

TEST(UciOutput, TheBestMoveIsTheFirstWord) {
  EXPECT_EQ(said<UciBestMove>("bestmove e2e4 ponder e7e5").move, "e2e4");
  EXPECT_EQ(said<UciBestMove>("  bestmove \t e7e8q ").move, "e7e8q");
  EXPECT_EQ(said<UciBestMove>("bestmove").move, "");
  EXPECT_EQ(said<UciBestMove>("bestmove (none)").move, "(none)");
}

TEST(UciOutput, InfoTellsDepthScoreAndNodes) {
  const auto info = said<UciInfo>(
      "info depth 12 seldepth 20 multipv 1 score cp -35 nodes 5000 nps 1 time 3 pv e2e4 e7e5");
  EXPECT_EQ(info.depth, 12);
  EXPECT_EQ(info.score, WrittenScore::centipawns(-35));
  EXPECT_EQ(info.nodes, 5000u);
  EXPECT_EQ(said<UciInfo>("info score mate -3").score, WrittenScore::mate(-3));
}

TEST(UciOutput, BoundsAndSecondLinesAreNoScores) {
  EXPECT_EQ(said<UciInfo>("info depth 3 score cp 900 lowerbound nodes 4").score, std::nullopt);
  EXPECT_EQ(said<UciInfo>("info depth 3 score cp 900 upperbound").score, std::nullopt);
  said<UciOther>("info depth 3 multipv 2 score cp 900");
}

TEST(UciOutput, WordsForPeopleAreNotReadAsNumbers) {
  const auto info = said<UciInfo>("info string depth 5 score cp 100");
  EXPECT_EQ(info.depth, std::nullopt);
  EXPECT_EQ(info.score, std::nullopt);
}

TEST(UciOutput, BrokenInfoLosesOnlyWhatIsBroken) {
  EXPECT_EQ(said<UciInfo>("info depth x score cp 7").score, WrittenScore::centipawns(7));
  EXPECT_EQ(said<UciInfo>("info depth").depth, std::nullopt);
  EXPECT_EQ(said<UciInfo>("info depth -3").depth, std::nullopt);
  EXPECT_EQ(said<UciInfo>("info score cp").score, std::nullopt);
  EXPECT_EQ(said<UciInfo>("info score cp 99999999999999999").score, std::nullopt);
  EXPECT_EQ(said<UciInfo>("info score cp 2000000000").score, WrittenScore::centipawns(100000));
}

TEST(UciOutput, OptionNamesMayHaveBlanks) {
  const auto offer = said<UciOptionOffer>("option name Clear Hash type button");
  EXPECT_EQ(offer.name, "Clear Hash");
  EXPECT_EQ(offer.type, "button");
  EXPECT_EQ(said<UciOptionOffer>("option name Odd").name, "Odd");
  said<UciOther>("option Hash");
  const auto number = said<UciOptionOffer>("option name Hash type spin default 16 min 1 max 1024");
  EXPECT_EQ(number.lowest, 1);
  EXPECT_EQ(number.highest, 1024);
  EXPECT_EQ(number.usual, 16);
  EXPECT_EQ(said<UciOptionOffer>("option name A type string default x").usual, std::nullopt);
}

TEST(UciOutput, TheRestIsSkipped) {
  EXPECT_EQ(said<UciIdName>("id name Stockfish 15.1 ").name, "Stockfish 15.1");
  said<UciOther>("id author someone");
  said<UciOther>("");
  said<UciOther>("uciok_but_not_quite");
  said<UciOk>("uciok");
  said<UciReadyOk>("readyok");
}

TEST(LineSplitter, PutsLinesTogetherFromPieces) {
  LineSplitter lines;
  lines.feed("one\ntwo\r\nthr");
  EXPECT_EQ(lines.next(), "one");
  EXPECT_EQ(lines.next(), "two");
  EXPECT_EQ(lines.next(), std::nullopt);
  lines.feed("ee");
  EXPECT_EQ(lines.next(), std::nullopt);
  lines.feed("\n\nfour\n");
  EXPECT_EQ(lines.next(), "three");
  EXPECT_EQ(lines.next(), "");
  EXPECT_EQ(lines.next(), "four");
  EXPECT_EQ(lines.next(), std::nullopt);
}

TEST(LineSplitter, ALineWithoutEndTakesNoMemory) {
  LineSplitter lines;
  const std::string piece(10'000, 'x');
  for (int i = 0; i < 1000; ++i) {
    lines.feed(piece);
    ASSERT_EQ(lines.next(), std::nullopt);
  }
  lines.feed("\nnext\n");
  EXPECT_EQ(lines.next(), std::string(LineSplitter::kLongestLine, 'x'));
  EXPECT_EQ(lines.next(), "next");
}

}  // namespace
}  // namespace tabiya
