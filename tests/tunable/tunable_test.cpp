// What a build with TABIYA_TUNE adds. This program alone is linked with searches compiled that way.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "search/alphabeta/parameters.h"
#include "search/mcts/parameters.h"
#include "search/time_manager.h"
#include "support/bench_signature.h"

namespace tabiya {
namespace {

using test::bench_nodes;

std::vector<Parameter> all_parameters() {
  std::vector<Parameter> all;
  std::ranges::copy(all_of(parameters), std::back_inserter(all));
  std::ranges::copy(all_of(tree_parameters), std::back_inserter(all));
  std::ranges::copy(all_of(time_parameters), std::back_inserter(all));
  return all;
}

TEST(Tunable, NoTwoParametersHaveTheSameNameForUci) {
  std::set<std::string> names;
  for (const Parameter& parameter : all_parameters()) {
    std::string name(parameter.name);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_TRUE(names.insert(name).second) << parameter.name;
  }
}

TEST(Tunable, EveryParameterIsAnOptionWithItsRange) {
  for (const Parameter& parameter : all_parameters()) {
    const EngineOption* const option = find_option(engine_options(), parameter.name);
    ASSERT_NE(option, nullptr) << parameter.name;
    // Options of every program have the ranges that users want.
    if (parameter.name == "Exploration" || parameter.name == "FirstPlayReduction") continue;
    EXPECT_EQ(option->lowest, parameter.lowest) << parameter.name;
    EXPECT_EQ(option->highest, parameter.highest) << parameter.name;
    EXPECT_EQ(option->get(EngineSettings()), OptionValue(parameter.value)) << parameter.name;
  }
}

TEST(Tunable, AnOptionChangesTheSearchAndBackAgain) {
  Engine engine(1);
  const std::uint64_t before = bench_nodes();
  for (const auto* name : {"RazorMargin", "QuietShare", "LmrQuietBase"}) {
    const auto all = all_of(parameters);
    const Parameter parameter = *std::ranges::find(all, name, &Parameter::name);
    const auto set = [&](int value) { return set_option(engine, name, fmt::format("{}", value)); };
    ASSERT_TRUE(set(parameter.highest));
    EXPECT_NE(bench_nodes(), before) << name;
    EXPECT_FALSE(set(parameter.highest + 1));
    ASSERT_TRUE(set(parameter.value));
    EXPECT_EQ(bench_nodes(), before) << name;
  }
}

TEST(Tunable, SearchesTheSameNodesAsARelease) { EXPECT_EQ(bench_nodes(), test::kBenchNodes); }

TEST(Tunable, AnOptionChangesTheTimeForAMove) {
  Engine engine(1);
  SearchLimits limits;
  limits.white.left = std::chrono::minutes(1);
  const auto before = time_budget(limits, Color::White).ideal;
  ASSERT_TRUE(set_option(engine, "TimeMovesAhead", "20"));
  EXPECT_GT(time_budget(limits, Color::White).ideal, before);
  ASSERT_TRUE(set_option(engine, "TimeMovesAhead", "40"));
  EXPECT_EQ(time_budget(limits, Color::White).ideal, before);
}

}  // namespace
}  // namespace tabiya
