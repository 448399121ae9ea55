// The real program over pipes, as a chess program talks to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "support/conversation.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(UciSessionThreads, AnswersWhileItThinks) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  uci.say("go infinite\n");
  uci.expect("info depth 1 ");
  uci.say("isready\n");
  EXPECT_EQ(uci.expect("readyok\n").find("bestmove"), std::string::npos);
  uci.say("stop\n");
  uci.expect("bestmove ");
  uci.expect("\n");
  uci.say("quit\n");
  EXPECT_EQ(uci.rest(), "");
  EXPECT_EQ(uci.exit_code(), 0);
}

TEST(UciSessionThreads, QuitEndsASearch) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  uci.say("go infinite\n");
  uci.expect("info depth 1 ");
  uci.say("quit\n");
  uci.rest();
  EXPECT_EQ(uci.exit_code(), 0);
}

TEST(UciSessionThreads, TheEndOfTheInputEndsAnEndlessSearch) {
  for (const char* go : {"go infinite\n", "go ponder wtime 1000 btime 1000\n", "go\n"}) {
    const Finished result = run_tabiya({"uci"}, go);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.out.find("bestmove "), std::string::npos) << result.out;
  }
}

TEST(UciSessionThreads, ALimitedSearchIsFinishedAfterTheEndOfTheInput) {
  const Finished result = run_tabiya({"uci"}, "go depth 3");
  EXPECT_NE(result.out.find("info depth 3 "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("bestmove "), std::string::npos) << result.out;
}

TEST(UciSessionThreads, SeveralSearchesInOneScriptAllReachTheirLimits) {
  const Finished result =
      run_tabiya({"uci"},
                 "go depth 3\nposition startpos moves e2e4\ngo perft 2\nsetoption name Hash value "
                 "8\ngo depth 4\nucinewgame\ngo nodes 500\n");
  EXPECT_NE(result.out.find("info depth 3 "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("Nodes searched: 600"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("info depth 4 "), std::string::npos) << result.out;
  const auto lines = lines_of(result.out);
  EXPECT_EQ(std::ranges::count_if(lines, [](auto& l) { return l.starts_with("bestmove "); }), 3);
}

TEST(UciSessionThreads, StopAndQuitAreHeardWhileAnOptionWaitsForTheSearch) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  uci.say("go movetime 3600000\nsetoption name MultiPV value 2\nisready\n");
  EXPECT_EQ(uci.expect("readyok\n").find("bestmove"), std::string::npos);
  uci.say("stop\n");
  uci.expect("bestmove ");
  uci.say("go depth 2\n");
  uci.expect(" multipv 2 ");
  uci.expect("bestmove ");
  uci.say("go depth 200\nucinewgame\nquit\n");
  uci.rest();
  EXPECT_EQ(uci.exit_code(), 0);
}

TEST(UciSessionThreads, WhatFollowsASecondSearchIsNotTakenForTheFirst) {
  const Finished result = run_tabiya({"uci"}, "go depth 9\ngo infinite\nstop\nisready\nquit\n");
  const std::size_t first = result.out.find("bestmove ");
  ASSERT_NE(first, std::string::npos) << result.out;
  EXPECT_NE(result.out.substr(0, first).find("info depth 9 "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("bestmove ", first + 1), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("readyok"), std::string::npos) << result.out;
}

TEST(UciSessionThreads, AfterThePonderHitASearchHasItsLimitAgain) {
  const Finished result = run_tabiya({"uci"}, "go ponder depth 9\nponderhit\n");
  EXPECT_NE(result.out.find("info depth 9 "), std::string::npos) << result.out;
}

// Nothing is written before the end, so writing does not tell.
TEST(UciSessionThreads, PerftEndsWhenNobodyIsThereToHearIt) {
  const Finished result =
      run({.arguments = {"sh", "-c",
                         "echo go perft 15 | { timeout 30 \"$0\" uci; echo code $? >&2; } | true",
                         TABIYA_PROGRAM}});
  EXPECT_NE(result.err.find("code "), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("code 124"), std::string::npos) << "it had to be ended";
}

TEST(UciSessionThreads, IsWhatTheProgramSpeaksInAPipe) {
  const Finished result = run_tabiya({}, "uci\nquit\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("id name Tabiya ")) << result.out;
  EXPECT_TRUE(result.out.ends_with("uciok\n")) << result.out;
}

TEST(UciSessionThreads, PonderingWaitsForTheHit) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  uci.say("position startpos moves e2e4\ngo ponder depth 2\n");
  uci.expect("info depth 2 ");
  uci.say("isready\n");
  EXPECT_EQ(uci.expect("readyok\n").find("bestmove"), std::string::npos);
  uci.say("ponderhit\n");
  uci.expect("bestmove ");
}

TEST(UciSessionThreads, StopPositionGoWithoutWaitingWorks) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  for (int i = 0; i < 20; ++i) {
    uci.say("position startpos moves e2e4 e7e5\ngo infinite\nstop\n");
    uci.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\ngo depth 3\n");
    uci.expect("bestmove ");
    uci.expect("bestmove a1a8");
  }
}

TEST(UciSessionThreads, LinesOfAnyLengthAreSurvived) {
  // A game of twenty thousand half-moves: the knights go out and home.
  std::string game = "position startpos moves";
  for (int i = 0; i < 5000; ++i) game += " g1f3 g8f6 f3g1 f6g8";
  const std::string far_too_long(20 << 20, 'x');
  const Finished result = run_tabiya(
      {"uci"}, game + "\nd\n" + far_too_long + "\n" + std::string(300, '\0') +
                   "\xff\xfe\x80\nposition fen " + std::string(100000, 'p') + "\nisready\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find(" w KQkq - 20000 10001"), std::string::npos)
      << result.out.substr(0, 2000);
  EXPECT_NE(result.out.find("info string a line was too long"), std::string::npos);
  EXPECT_TRUE(result.out.ends_with("readyok\n"));
  EXPECT_LT(result.out.size(), 3000u);
}

TEST(UciSessionThreads, EveryLineOfASearchIsWellFormed) {
  const Finished result = run_tabiya(
      {"uci"},
      "setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 4\n");
  const auto lines = lines_of(result.out);
  ASSERT_GE(lines.size(), 4u);
  for (const std::string& line : lines) {
    if (line == lines.back())
      EXPECT_TRUE(line.starts_with("bestmove ")) << line;
    else
      EXPECT_TRUE(line.starts_with("info depth ")) << line;
    if (line.find(" multipv ") == std::string::npos) continue;
    for (const char* part : {" seldepth ", " score ", " wdl ", " nodes ", " nps ", " hashfull ",
                             " tbhits ", " time ", " pv "})
      EXPECT_NE(line.find(part), std::string::npos) << line;
  }
}

TEST(UciSessionThreads, TheLogKeepsBothSides) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "a log.txt").string();
  run_tabiya({"uci"}, "setoption name Debug Log File value " + file + "\nisready\nquit\n");
  EXPECT_EQ(content_of(file), "> isready\n< readyok\n> quit\n");
}

TEST(UciSessionThreads, ALogThatCannotBeOpenedIsExplained) {
  const Finished result =
      run_tabiya({"uci"}, "setoption name Debug Log File value /no/such/folder/x\nisready\n");
  EXPECT_EQ(result.out,
            "info string the log file /no/such/folder/x cannot be opened: No such file or "
            "directory\nreadyok\n");
}

TEST(UciSessionThreads, FailsWhenItsOutputCannotBeWritten) {
  const Finished result =
      run({.arguments = {"sh", "-c", "exec \"$0\" uci > /dev/full", TABIYA_PROGRAM},
           .input = "uci\nisready\n"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "tabiya uci: the output could not be written\n");
}

TEST(UciSessionThreads, BenchCountsTheSameEachTime) {
  const auto nodes = [] {
    const std::string out = run_tabiya({"uci"}, "bench 2\n").out;
    return out.substr(0, out.find(" nodes"));
  };
  EXPECT_TRUE(nodes().starts_with("info string bench: ")) << nodes();
  EXPECT_EQ(nodes(), nodes());
}

TEST(UciSessionThreads, AStopEndsBench) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  uci.say("bench 13\nisready\n");
  uci.expect("readyok\n");
  uci.say("stop\n");
  uci.expect("info string bench stopped");
}

TEST(UciSessionThreads, AStopEndsPerft) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  uci.say("go perft 15\nisready\n");
  uci.expect("readyok\n");
  uci.say("stop\n");
  uci.expect("info string perft was stopped\n");
  uci.say("go perft 2\n");
  uci.expect("Nodes searched: 400\n");
}

}  // namespace
}  // namespace tabiya::test
