// Conversations kept in tests/golden: <name>.in is what the program hears, <name>.out what it says.
// After a line that begins with "go", nothing is said until it has answered.
//
// What changes with machines and searches is masked: lines of thought and ponder moves are left
// out, the version and evaluations are "*". After a change that is meant,
//
//   TABIYA_REWRITE_GOLDEN=1 build/release/tests/test_uci --gtest_filter='*Golden*'
//
// writes the files anew; review them with git diff.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/conversation.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

const std::filesystem::path kFolder(TABIYA_SOURCE_FOLDER "/tests/golden");

std::string masked(const std::string& text) {
  std::string result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("info depth")) continue;
    if (line.starts_with("id name Tabiya ")) line = "id name Tabiya *";
    if (line.ends_with(" (side to move)"))
      line = "info string *" + line.substr(line.find(" centipawns"));
    if (line.starts_with("bestmove ")) line = line.substr(0, line.find(" ponder "));
    result += line + '\n';
  }
  return result;
}

std::string answers_to(const std::filesystem::path& file) {
  Conversation uci({TABIYA_PROGRAM, "uci"});
  std::string answers;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    uci.say(line + '\n');
    if (!line.starts_with("go")) continue;
    answers += uci.expect(line.find("perft") != std::string::npos ? "Nodes searched" : "bestmove ");
    answers += uci.expect("\n");
  }
  uci.end_input();
  answers += uci.rest();
  EXPECT_EQ(uci.exit_code(), 0) << file;
  return answers;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, TheProgramSaysWhatItAlwaysSaid) {
  const std::string answers = masked(answers_to(kFolder / (GetParam() + ".in")));
  const std::filesystem::path expected = kFolder / (GetParam() + ".out");
  if (std::getenv("TABIYA_REWRITE_GOLDEN") != nullptr)
    std::ofstream(expected, std::ios::binary) << answers;
  EXPECT_EQ(answers, content_of(expected));
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".in") all.push_back(entry.path().stem());
  std::ranges::sort(all);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Uci, Golden, testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace tabiya::test
