// The options of `tabiya selfplay`.
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "selfplay/alphabeta_games.h"
#include "selfplay/selfplay.h"
#include "selfplay/tree_games.h"

namespace tabiya {

struct SelfplayOptions {
  std::string engine = "alphabeta";
  std::string network;
  std::string folder;
  std::optional<std::uint64_t> games;
  std::optional<std::uint64_t> positions;
  std::size_t parallel = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t seed = 1;

  std::string openings;
  std::optional<std::size_t> random_plies;
  double chess960 = 0;

  int most_plies = 500;
  AlphaBetaGameSettings alphabeta;
  TreeGameSettings tree;
  std::string batching = "lanes";
  std::string onnx_runtime;

  FolderGoal goal() const {
    constexpr std::uint64_t kUsualGames = 1000;
    if (!games && !positions) return {.games = kUsualGames};
    return {.games = games, .positions = positions};
  }
  bool is_tree() const { return engine == "mcts"; }
  bool batches_together() const { return batching == "together"; }
};

// Which options are for one of the engines only, so that the other can refuse them.
struct EngineOnlyOptions {
  std::vector<const CLI::Option*> alphabeta;
  std::vector<const CLI::Option*> tree;

  // The error names an option that the chosen engine does not have.
  Result<void> check(const SelfplayOptions&) const;
};

// Adds the options to the command. They must live as long as the command.
EngineOnlyOptions add_selfplay_options(CLI::App& command, SelfplayOptions&);

}  // namespace tabiya
