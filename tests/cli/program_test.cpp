// The real program, started as a user starts it.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

TEST(Program, ShowsItsHelp) {
  const Finished result = run_tabiya({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("Usage: tabiya"), std::string::npos) << result.out;
  EXPECT_EQ(result.err, "");
}

TEST(Program, SpeaksUciWhenStartedByAnotherProgramWithoutAWord) {
  const Finished result = run_tabiya({}, "isready\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "readyok\n");
}

TEST(Program, TellsItsVersion) {
  const Finished result = run_tabiya({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("tabiya ")) << result.out;
}

TEST(Program, RefusesAnUnknownCommand) {
  const Finished result = run_tabiya({"castle-through-check"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("castle-through-check"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("Try: tabiya --help"), std::string::npos) << result.err;
}

TEST(Program, RefusesAnUnknownOption) { EXPECT_EQ(run_tabiya({"--no-such-thing"}).exit_code, 2); }

TEST(Program, FailsWhenItsOutputCannotBeWritten) {
  const Finished result =
      run({.arguments = {"sh", "-c", "exec \"$0\" --help > /dev/full", TABIYA_PROGRAM}});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "tabiya: the output could not be written\n");
}

TEST(Program, KeepsItsExitCodeWhenNobodyCanHearItComplain) {
  const auto exit_code = [](const std::string& line) {
    return run({.arguments = {"sh", "-c", "exec \"$0\" " + line, TABIYA_PROGRAM}}).exit_code;
  };
  for (const char* deaf : {" 2>&-", " 2>/dev/full"}) {
    EXPECT_EQ(exit_code(std::string("fen nonsense") + deaf), 1);
    EXPECT_EQ(exit_code(std::string("perft 0") + deaf), 2);
    EXPECT_EQ(exit_code(std::string("pgn check /no/such/file") + deaf), 1);
    EXPECT_EQ(exit_code(std::string("fen startpos >&-") + deaf), 1);
  }
}

// The next file that is opened gets the number of the closed one.
TEST(Program, TakesNoFileOfItsOwnForAClosedInput) {
  const Finished result =
      run({.arguments = {"sh", "-c", "timeout 20 \"$0\" play <&-", TABIYA_PROGRAM}});
  EXPECT_EQ(result.exit_code, 0) << "124: it waits for itself";
}

TEST(Program, WritesToNoFileOfItsOwnWhenItsOutputIsClosed) {
  const TemporaryFolder folder;
  const std::string log = (folder.path() / "log").string();
  run({.arguments = {"sh", "-c", "exec \"$0\" uci >&-", TABIYA_PROGRAM},
       .input = "setoption name Debug Log File value " + log + "\nisready\n"});
  std::ifstream stream(log);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  EXPECT_EQ(lines, (std::vector<std::string>{"> isready", "< readyok"}));
}

}  // namespace
}  // namespace tabiya::test
