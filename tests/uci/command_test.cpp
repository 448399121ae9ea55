#include "uci/command.h"

#include <gtest/gtest.h>

#include <string>

namespace tabiya::uci {
namespace {

using namespace std::chrono_literals;

template <class Kind>
Kind parsed(std::string_view line) {
  const Command command = parse(line);
  const Kind* const kind = std::get_if<Kind>(&command);
  EXPECT_NE(kind, nullptr) << line;
  return kind == nullptr ? Kind{} : *kind;
}

template <class Kind>
bool is(std::string_view line) {
  return std::holds_alternative<Kind>(parse(line));
}

TEST(UciCommand, TheSimpleOnesAreRead) {
  EXPECT_TRUE(is<Hello>("uci"));
  EXPECT_TRUE(is<IsReady>("isready"));
  EXPECT_TRUE(is<NewGame>("ucinewgame"));
  EXPECT_TRUE(is<Stop>("stop"));
  EXPECT_TRUE(is<PonderHit>("ponderhit"));
  EXPECT_TRUE(is<Quit>("quit"));
  EXPECT_TRUE(is<Register>("register later"));
  EXPECT_TRUE(is<Display>("d"));
  EXPECT_TRUE(is<Evaluate>("eval"));
  EXPECT_TRUE(is<Help>("help"));
  EXPECT_TRUE(parsed<Debug>("debug on").on);
  EXPECT_FALSE(parsed<Debug>("debug off").on);
  EXPECT_EQ(parsed<Bench>("bench 13").depth, 13);
  EXPECT_EQ(parsed<Bench>("bench").depth, std::nullopt);
}

TEST(UciCommand, BlanksDoNotMatter) {
  EXPECT_TRUE(is<IsReady>("  \t isready  \r"));
  EXPECT_EQ(parsed<Go>("\tgo  depth\t 7 \r").limits.depth, 7);
}

TEST(UciCommand, UnknownWordsAreSkipped) {
  EXPECT_TRUE(parsed<Debug>("joho debug on").on);
  EXPECT_EQ(parsed<Go>("go fast depth please 3 depth 4").limits.depth, 4);
  EXPECT_EQ(parsed<Unknown>("hello there").word, "hello");
  EXPECT_EQ(parsed<Unknown>("").word, "");
  EXPECT_EQ(parsed<Unknown>("UCI").word, "UCI");
}

TEST(UciCommand, NamesAndValuesOfOptionsMayHaveSpaces) {
  const auto plain = parsed<SetOption>("setoption name Hash value 32");
  EXPECT_EQ(plain.name, "Hash");
  EXPECT_EQ(plain.value, "32");
  const auto spaces =
      parsed<SetOption>("setoption  name  Debug  Log File value /my  files/a log.txt \r");
  EXPECT_EQ(spaces.name, "Debug Log File");
  EXPECT_EQ(spaces.value, "/my  files/a log.txt");
  const auto button = parsed<SetOption>("setoption name Clear Hash");
  EXPECT_EQ(button.name, "Clear Hash");
  EXPECT_EQ(button.value, "");
  EXPECT_EQ(parsed<SetOption>("setoption name X value").value, "");
  EXPECT_EQ(parsed<SetOption>("setoption value 3").name, "");
  EXPECT_EQ(parsed<SetOption>("setoption").name, "");
  EXPECT_EQ(parsed<SetOption>("setoption name").name, "");
}

TEST(UciCommand, PositionsAreTheStartOrAFen) {
  EXPECT_EQ(parsed<SetPosition>("position startpos").fen, std::nullopt);
  const auto moves = parsed<SetPosition>("position startpos moves e2e4 e7e5");
  EXPECT_EQ(moves.moves, (std::vector<std::string>{"e2e4", "e7e5"}));
  const auto fen = parsed<SetPosition>("position fen 8/8/8/8/8/8/8/8  w - - 0 1 moves a1a2");
  EXPECT_EQ(fen.fen, "8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_EQ(fen.moves, std::vector<std::string>{"a1a2"});
  EXPECT_EQ(parsed<SetPosition>("position 8/8/8/8/8/8/8/8 w - -").fen, "8/8/8/8/8/8/8/8 w - -");
  EXPECT_EQ(parsed<SetPosition>("position").fen, "");
  EXPECT_EQ(parsed<SetPosition>("position fen moves").fen, "");
}

TEST(UciCommand, GoTakesAllItsLimits) {
  const auto go = parsed<Go>(
      "go wtime 300000 btime 200000 winc 2000 binc 1000 movestogo 40 depth 9 nodes 123456789012 "
      "mate 3 movetime 500");
  EXPECT_EQ(go.limits.white.left, 300000ms);
  EXPECT_EQ(go.limits.black.left, 200000ms);
  EXPECT_EQ(go.limits.white.increment, 2000ms);
  EXPECT_EQ(go.limits.black.increment, 1000ms);
  EXPECT_EQ(go.limits.moves_to_go, 40);
  EXPECT_EQ(go.limits.depth, 9);
  EXPECT_EQ(go.limits.nodes, 123456789012u);
  EXPECT_EQ(go.limits.mate, 3);
  EXPECT_EQ(go.limits.move_time, 500ms);
  EXPECT_FALSE(go.limits.infinite);
  EXPECT_FALSE(go.limits.ponder);
  EXPECT_TRUE(parsed<Go>("go infinite").limits.infinite);
  EXPECT_TRUE(parsed<Go>("go ponder wtime 1 btime 1").limits.ponder);
  EXPECT_FALSE(parsed<Go>("go").limits.depth);
}

TEST(UciCommand, SearchMovesEndAtTheNextWordOfGo) {
  const auto go = parsed<Go>("go searchmoves e2e4 d2d4 depth 5");
  EXPECT_EQ(go.search_moves, (std::vector<std::string>{"e2e4", "d2d4"}));
  EXPECT_EQ(go.limits.depth, 5);
  EXPECT_EQ(parsed<Go>("go depth 5 searchmoves g1f3").search_moves.size(), 1u);
}

TEST(UciCommand, AbsurdNumbersAreBroughtIntoRange) {
  EXPECT_EQ(parsed<Go>("go wtime -50").limits.white.left, 0ms);
  EXPECT_LT(parsed<Go>("go wtime 99999999999999999999999").limits.white.left, 24h * 366);
  EXPECT_EQ(parsed<Go>("go winc -3").limits.white.increment, 0ms);
  EXPECT_EQ(parsed<Go>("go movetime -1").limits.move_time, 1ms);
  EXPECT_EQ(parsed<Go>("go depth 0").limits.depth, 1);
  EXPECT_EQ(parsed<Go>("go depth -99999999999999999999").limits.depth, 1);
  EXPECT_EQ(parsed<Go>("go depth 123456").limits.depth, 1000);
  EXPECT_EQ(parsed<Go>("go nodes 0").limits.nodes, 1u);
  EXPECT_EQ(parsed<Go>("go nodes 99999999999999999999").limits.nodes, 0x7fffffffffffffffu);
  EXPECT_EQ(parsed<Go>("go movestogo 0").limits.moves_to_go, std::nullopt);
  EXPECT_EQ(parsed<Go>("go movestogo -7").limits.moves_to_go, std::nullopt);
}

TEST(UciCommand, WhatIsNoNumberIsNoLimit) {
  EXPECT_FALSE(parsed<Go>("go depth").limits.depth);
  EXPECT_FALSE(parsed<Go>("go depth x5").limits.depth);
  EXPECT_FALSE(parsed<Go>("go depth 5x").limits.depth);
  EXPECT_TRUE(parsed<Go>("go depth infinite").limits.infinite);
}

TEST(UciCommand, PerftIsAKindOfGo) {
  EXPECT_EQ(parsed<Perft>("go perft 5").depth, 5);
  EXPECT_EQ(parsed<Perft>("go perft -1").depth, 1);
  EXPECT_TRUE(is<Go>("go perft"));
}

}  // namespace
}  // namespace tabiya::uci
