// With a stand-in for Fathom (fake_fathom.cpp), found before the real one; so these tests are about
// how we ask and what we make of the answers.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "support/process.h"

namespace tabiya {
namespace {

std::string talk(const std::string& input, const char* library_folder = TABIYA_FAKE_LIBRARIES) {
  const test::Finished end = test::run({.arguments = {TABIYA_PROGRAM, "uci"},
                                        .input = input,
                                        .environment = {{"LD_LIBRARY_PATH", library_folder}}});
  EXPECT_EQ(end.exit_code, 0) << end.err;
  return end.out;
}

}  // namespace

TEST(Tablebases, DecideWhichRootMovesAreLookedAt) {
  const std::string out = talk(
      "setoption name SyzygyPath value /three\n"
      "position fen 8/8/8/8/3k4/8/8/KQ6 w - - 0 1\n"
      "go depth 6\n");
  EXPECT_NE(out.find("bestmove b1e1"), std::string::npos) << out;
}

TEST(Tablebases, AreAskedInsideTheTree) {
  // After a capture of the pawn three pieces are left.
  const std::string out = talk(
      "setoption name SyzygyPath value /three\n"
      "position fen 8/8/8/3k4/4p3/8/5R2/4K3 w - - 0 1\n"
      "go depth 20\n");
  EXPECT_TRUE(std::regex_search(out, std::regex("tbhits [1-9]"))) << out;
  // The win is known, and told as such.
  EXPECT_TRUE(std::regex_search(out, std::regex("depth 20 .*score cp 279[0-9][0-9] "))) << out;
}

TEST(Tablebases, AreAskedAtTheLeavesOfTheTreeSearch) {
  // Taking the pawn leaves three pieces and wins, in a number of moves that nobody knows.
  const std::string out = talk(
      "setoption name Engine value mcts\n"
      "setoption name SyzygyPath value /three\n"
      "position fen k7/8/8/8/4p2R/8/8/4K3 w - - 0 1\n"
      "go nodes 10000\n");
  EXPECT_TRUE(std::regex_search(out, std::regex("score cp 20000 .*tbhits [1-9]"))) << out;
  EXPECT_NE(out.find("bestmove h4e4"), std::string::npos) << out;
}

TEST(Tablebases, AreNotCreditedWithTheDrawsOfTheRules) {
  // Every move but the pawn's is the fiftieth without a capture; no capture is possible.
  const std::string out = talk(
      "setoption name Engine value mcts\n"
      "setoption name SyzygyPath value /three\n"
      "position fen 6k1/8/8/8/8/8/P7/K6R w - - 99 90\n"
      "go nodes 300\n");
  EXPECT_NE(out.find("tbhits 0"), std::string::npos) << out;
  EXPECT_FALSE(std::regex_search(out, std::regex("tbhits [1-9]"))) << out;
}

TEST(Tablebases, SayWhenThereAreNoFiles) {
  const std::string out = talk("setoption name SyzygyPath value /nowhere\n");
  EXPECT_NE(out.find("no Syzygy tablebase files (*.rtbw) in /nowhere"), std::string::npos) << out;
}

TEST(Tablebases, OfTheRealLibraryHaveNoFilesEither) {
  const std::string out = talk("setoption name SyzygyPath value /nowhere\n", "");
  EXPECT_NE(out.find("info string"), std::string::npos) << out;
  EXPECT_NE(out.find("/nowhere"), std::string::npos) << out;
}

}  // namespace tabiya
