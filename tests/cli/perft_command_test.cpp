#include <gtest/gtest.h>
#include <signal.h>

#include "support/process.h"

namespace tabiya::test {
namespace {

TEST(PerftCommand, CountsEveryDepthUpToTheOneAskedFor) {
  const Finished result = run_tabiya({"perft", "3", "--threads", "2"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "depth 1: 20\ndepth 2: 400\ndepth 3: 8902\n");
  EXPECT_EQ(result.err, "");  // progress is for terminals
}

TEST(PerftCommand, KnowsTheStartPositionByName) {
  EXPECT_EQ(run_tabiya({"perft", "1", "--fen", "startpos"}).out, "depth 1: 20\n");
}

TEST(PerftCommand, DividesByMove) {
  const Finished result =
      run_tabiya({"perft", "2", "--divide", "--fen", "k7/8/8/8/8/8/8/K6R w - - 0 1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("a1")) << result.out;
  EXPECT_NE(result.out.find("h1h8: 2\n"), std::string::npos) << result.out;
}

TEST(PerftCommand, WritesCastlingAsTheVariantHasIt) {
  const std::string fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  EXPECT_NE(run_tabiya({"perft", "1", "--divide", "--fen", fen}).out.find("e1g1: 1"),
            std::string::npos);
  EXPECT_NE(run_tabiya({"perft", "1", "--divide", "--chess960", "--fen", fen}).out.find("e1h1: 1"),
            std::string::npos);
}

TEST(PerftCommand, PointsAtWhatIsWrongWithAFen) {
  const Finished result = run_tabiya({"perft", "--fen", "8/8/8/8/8/8/8/8 x - - 0 1"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("\n                  ^\n"), std::string::npos) << result.err;
}

TEST(PerftCommand, RefusesDepthsAndThreadsThatMakeNoSense) {
  for (const char* depth :
       {"0", "-1", "21", "six", "5.5", "99999999999999999999", "0x3", "03x", " 3", "+3", ""})
    EXPECT_EQ(run_tabiya({"perft", depth}).exit_code, 2) << depth;
  for (const char* threads : {"0", "-2", "many", "100000"})
    EXPECT_EQ(run_tabiya({"perft", "1", "--threads", threads}).exit_code, 2) << threads;
}

TEST(PerftCommand, TakesNoDepthForAnOctalNumber) {
  EXPECT_TRUE(run_tabiya({"perft", "0000000000002"}).out.ends_with("depth 2: 400\n"));
  EXPECT_EQ(run_tabiya({"perft", "024"}).exit_code, 2) << "24 is too deep, 20 is not";
}

TEST(PerftCommand, EndsSoonAfterCtrlC) {
  Process process({.arguments = {TABIYA_PROGRAM, "perft", "12"}});
  ASSERT_TRUE(process.wait_until([&] { return catches(process.id(), SIGINT); }));
  kill(process.id(), SIGINT);
  const Finished result = process.wait();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_NE(result.err.find("topped"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace tabiya::test
