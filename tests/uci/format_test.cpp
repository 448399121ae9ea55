#include "uci/format.h"

#include <gtest/gtest.h>

#include "support/data.h"

namespace tabiya::uci {
namespace {

using namespace std::chrono_literals;
using test::position_of;

SearchInfo some_info() {
  SearchInfo info;
  info.depth = 12;
  info.selective_depth = 18;
  info.score = Score::centipawns(-31);
  info.chances = {.win = 0.2F, .draw = 0.5F, .loss = 0.3F};
  info.nodes = 2000;
  info.tablebase_hits = 4;
  info.hash_permille = 7;
  info.time = 500ms;
  info.line = {Move::normal(Square::E2, Square::E4), Move::normal(Square::E7, Square::E5)};
  return info;
}

TEST(UciFormat, ALineOfThoughtTellsEverything) {
  EXPECT_EQ(info_line(some_info(), Position::start()),
            "info depth 12 seldepth 18 multipv 1 score cp -31 nodes 2000 nps 4000 hashfull 7 "
            "tbhits 4 time 500 pv e2e4 e7e5");
  EXPECT_NE(info_line(some_info(), Position::start(), {.show_chances = true})
                .find("score cp -31 wdl 200 500 300 nodes"),
            std::string::npos);
}

TEST(UciFormat, MatesAreCountedInMovesAndBoundsAreNamed) {
  SearchInfo info = some_info();
  const auto score = [&] {
    const std::string line = info_line(info, Position::start());
    const auto begin = line.find("score");
    return line.substr(begin, line.find(" nodes") - begin);
  };
  info.score = Score::mate_in_plies(1);
  EXPECT_EQ(score(), "score mate 1");
  info.score = Score::mate_in_plies(5);
  EXPECT_EQ(score(), "score mate 3");
  info.score = Score::mated_in_plies(2);
  EXPECT_EQ(score(), "score mate -1");
  info.score = Score::mated_in_plies(0);
  EXPECT_EQ(score(), "score mate 0");
  info.score = Score::centipawns(5);
  info.bound = Bound::Lower;
  EXPECT_EQ(score(), "score cp 5 lowerbound");
  info.bound = Bound::Upper;
  EXPECT_EQ(score(), "score cp 5 upperbound");
}

TEST(UciFormat, CastlingIsWrittenAsTheVariantHasIt) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  SearchResult result;
  result.best = Move::castling(Square::E1, Square::H1);
  result.ponder = Move::castling(Square::E8, Square::A8);
  EXPECT_EQ(best_move_line(result, position), "bestmove e1g1 ponder e8c8");
  EXPECT_EQ(best_move_line(result, position, {.variant = Variant::Chess960}),
            "bestmove e1h1 ponder e8a8");
}

TEST(UciFormat, NoLegalMoveHasAName) {
  EXPECT_EQ(best_move_line({}, Position::start()), "bestmove (none)");
}

TEST(UciFormat, TheMoveBeingLookedAtIsNumbered) {
  EXPECT_EQ(root_move_line({.depth = 20, .move = Move::normal(Square::E2, Square::E4), .number = 3},
                           Position::start()),
            "info depth 20 currmove e2e4 currmovenumber 3");
}

TEST(UciFormat, OptionsTellTheirLimits) {
  const auto line = [](Option option, std::string standard) {
    option.standard = std::move(standard);
    return option_line(option);
  };
  EXPECT_EQ(line(Option::spin("Hash", 1, 100, ""), "64"),
            "option name Hash type spin default 64 min 1 max 100");
  EXPECT_EQ(line(Option::check("Ponder", ""), "false"),
            "option name Ponder type check default false");
  EXPECT_EQ(line(Option::button("Clear Hash", ""), ""), "option name Clear Hash type button");
  EXPECT_EQ(line(Option::text("SyzygyPath", ""), ""),
            "option name SyzygyPath type string default <empty>");
}

TEST(UciFormat, AMessageIsOneLineWhateverItHolds) {
  EXPECT_EQ(message_line("a\nbestmove e2e4\x1b[2J"), "info string a bestmove e2e4\\x1B[2J");
}

}  // namespace
}  // namespace tabiya::uci
