// The settings files of recipes/ are accepted as they stand, and their runs reach the end when all
// numbers are small.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "loop/config.h"
#include "loop/generation.h"
#include "loop/loop.h"
#include "support/process.h"
#include "support/recipe.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

std::vector<std::filesystem::path> recipes() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(recipes_folder()))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  return files;
}

// What is a comment because it needs other programs is no comment here.
std::string with_opponents(const std::string& text) {
  return std::regex_replace(text, std::regex("# (\\[\\[?opponent|\\w+ = )"), "$1");
}

TEST(Recipes, AreAcceptedByAllTheirCommands) {
  EXPECT_GE(recipes().size(), 2U);
  for (const std::filesystem::path& file : recipes()) {
    const TemporaryFolder folder;
    auto config = parse_loop_config(recipe_text(file), folder.path(), folder.path() / "run");
    ASSERT_TRUE(config) << file << ": " << config.error().message;
    config->folder = folder.path() / "run";
    EXPECT_EQ(config->start, "random") << file;
    std::size_t checked = 0;
    const auto end = run_loop(*config, TABIYA_PROGRAM,
                              {.check =
                                   [&](const std::vector<std::string>& words) {
                                     ++checked;
                                     CommandLine line;
                                     register_all_commands(line);
                                     return line.check(words);
                                   },
                               .run = [](const auto&, const auto&) -> Result<int> { return 1; },
                               .say = [](const std::string&) {},
                               .stop_requested = [] { return false; }});
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().message, "the random network could not be written") << file;
    EXPECT_EQ(checked, 3 * config->stages.size()) << file;
  }
}

TEST(Recipes, NameOpponentsThatOnlyHaveToBeThere) {
  for (const std::filesystem::path& file : recipes()) {
    const std::string text = recipe_text(file);
    if (text.find("[[opponent]]") == text.npos) continue;
    const auto config = parse_loop_config(with_opponents(text), "/base", "/base/run");
    ASSERT_TRUE(config) << file << ": " << config.error().message;
    EXPECT_FALSE(config->opponents.empty());
  }
}

// The whole way from random weights, over all stages.
TEST(LongRecipes, RunFromRandomWeightsToTheEnd) {
  for (const std::filesystem::path& file : recipes()) {
    const TemporaryFolder folder;
    folder.write("recipes/" + file.filename().string(), small_recipe(file));
    const Finished finished = run_tabiya({"loop", folder.path() / "recipes" / file.filename()});
    ASSERT_EQ(finished.exit_code, 0) << file << finished.err << finished.out;
    const std::filesystem::path run = folder.path() / "runs" / file.stem();
    EXPECT_TRUE(std::filesystem::exists(run / "random.nnue"));
    EXPECT_FALSE(std::filesystem::exists(run / "bootstrap.nnue"));
    const auto all = finished_generations(run);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_GE(all->size(), 5U) << file;
    for (const Generation& one : *all) EXPECT_GE(one.positions, 500U) << file << one.number;
  }
}

}  // namespace
}  // namespace tabiya::test
