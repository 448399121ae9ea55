// The tutorial docs/first-network.md works: its commands are run as they stand there, only with
// smaller numbers, as is the loop's settings file.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "support/process.h"
#include "support/recipe.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

// The lines of the blocks of one kind.
std::vector<std::string> blocks(const std::string& kind) {
  std::ifstream in(TABIYA_SOURCE_FOLDER "/docs/first-network.md");
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```"))
      inside = line == "```" + kind;
    else if (inside)
      lines.push_back(line);
  }
  return lines;
}

std::string smaller(std::string command) {
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"--positions 500000", "--positions 3000 --hash 1"},
      {"--games 500 --visits 400", "--games 1 --visits 20 --quick-visits 10 --parallel 1"},
      {"--games (60|100|200)", "--games 2 --max-moves 30"},
      {"--nodes (200|1000|10000)\\b", "--nodes 60"},
      {"--nodes 400\\b", "--nodes 30"},
      {"nnue (.*)--batch 4096 --epochs 3", "nnue $1--steps 20 --batch 256"},
      {"--net 2x32 (.*)--epochs 1", "--net 1x16 $1--positions 512 --batch 64"}};
  for (const auto& [pattern, replacement] : changes)
    command = std::regex_replace(command, std::regex(pattern), replacement);
  return command;
}

TEST(LongFirstNetwork, IsMadeByTheCommandsOfTheTutorial) {
  const TemporaryFolder folder;
  folder.write("recipes/hour.toml", small_recipe(recipes_folder() / "hour.toml"));

  const std::vector<std::string> commands = blocks("sh");
  ASSERT_GE(commands.size(), 9U);
  const std::string path =
      std::filesystem::path(TABIYA_PROGRAM).parent_path().string() + ":/usr/bin:/bin";
  const bool has_libtorch = std::filesystem::exists(
      std::filesystem::path(TABIYA_PROGRAM).parent_path() / "tabiya-train-az");
  for (const std::string& command : commands) {
    ASSERT_TRUE(command.starts_with("tabiya ")) << command;
    // libtorch is not everywhere.
    if (!has_libtorch && (command.find("train az") != std::string::npos ||
                          command.find("onnx") != std::string::npos))
      continue;
    const Finished finished = run(
        {.arguments = {"/bin/sh", "-c", "cd " + folder.path().string() + " && " + smaller(command)},
         .environment = {{"PATH", path}}});
    ASSERT_EQ(finished.exit_code, 0) << smaller(command) << "\n" << finished.err << finished.out;
  }
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "first.nnue"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "runs/hour/elo.svg"));
}

}  // namespace
}  // namespace tabiya::test
