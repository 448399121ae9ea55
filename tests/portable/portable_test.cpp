// The program to give away, on processors that this machine may not be. They are played by qemu,
// which stops a program at the first instruction that the processor would not know.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "support/process.h"

namespace tabiya::test {
namespace {

class PortableProgram : public testing::Test {
 protected:
  static Finished run_on(const std::string& processor, const std::vector<std::string>& arguments) {
    Call call{.arguments = {"qemu-x86_64", "-cpu", processor, TABIYA_PROGRAM}};
    call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
    // The choice is the program's here, also when the tests themselves were told to use v2.
    call.environment["TABIYA_CPU"] = "";
    return run(call);
  }

  static bool qemu_is_missing() {
    return run({.arguments = {"sh", "-c", "command -v qemu-x86_64"}}).exit_code != 0;
  }

  void SetUp() override {
    if (qemu_is_missing()) GTEST_SKIP() << "qemu-user is not installed";
  }
};

TEST_F(PortableProgram, RunsOnAProcessorOf2008) {
  const Finished result = run_on("Nehalem", {"--version"});
  EXPECT_EQ(result.signal, 0) << "an instruction that Nehalem does not have";
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("(x86-64-v2)"), std::string::npos) << result.out;
}

TEST_F(PortableProgram, ShowsItsHelpOnAProcessorOf2008) {
  const Finished result = run_on("Nehalem", {"--help"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, run_on("Haswell", {"--help"}).out);
}

TEST_F(PortableProgram, ReadsGamesOnAProcessorOf2008) {
  const std::string file = TABIYA_TEST_DATA "/pgn/lichess.pgn";
  const Finished result = run_on("Nehalem", {"pgn", "check", file});
  EXPECT_EQ(result.signal, 0) << "an instruction that Nehalem does not have";
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("0 broken"), std::string::npos) << result.out;
}

TEST_F(PortableProgram, CountsMovesAlikeOnOldAndNewProcessors) {
  // Where a depth takes long, its time is told as well.
  const auto counts = [](const std::string& out) {
    return std::regex_replace(out, std::regex(R"( +\([^)]*\)\n)"), "\n");
  };
  const Finished old = run_on("Nehalem", {"perft", "4"});
  EXPECT_EQ(old.signal, 0) << "an instruction that Nehalem does not have";
  EXPECT_EQ(counts(old.out), "depth 1: 20\ndepth 2: 400\ndepth 3: 8902\ndepth 4: 197281\n")
      << old.err;
  EXPECT_EQ(counts(run_on("Haswell", {"perft", "4"}).out), counts(old.out));
}

TEST_F(PortableProgram, UsesTheBetterCodeOnAProcessorOf2013) {
  const Finished result = run_on("Haswell", {"--version"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("(x86-64-v3)"), std::string::npos) << result.out;
}

TEST(PortableProgramAlone, UsesTheLowerCodeOnRequest) {
  const Finished result =
      run({.arguments = {TABIYA_PROGRAM, "--version"}, .environment = {{"TABIYA_CPU", "v2"}}});
  EXPECT_NE(result.out.find("(x86-64-v2)"), std::string::npos) << result.out;
}

TEST(PortableProgramAlone, NeedsNothingButTheCLibrary) {
  const Finished result = run({.arguments = {"objdump", "-p", TABIYA_PROGRAM}});
  const std::set<std::string> c_library = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"};
  std::istringstream words(result.out);
  for (std::string word; words >> word;) {
    if (word != "NEEDED") continue;
    words >> word;
    EXPECT_TRUE(c_library.contains(word)) << word;
  }
}

}  // namespace
}  // namespace tabiya::test
