// What a run of the loop does, read from a TOML file. docs/loop.md describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tabiya {

enum class LoopKind : std::uint8_t { Nnue, Az };

struct LoopConfig {
  LoopKind kind = LoopKind::Nnue;
  std::filesystem::path folder;  // of the run
  std::uint64_t generations = 10;
  std::uint64_t window = 4;  // train on the games of the last N generations
  std::uint64_t seed = 1;    // each generation adds its number
  double promote_above = 0;  // Elo; without a sequential test in [match]
  std::string start;         // "bootstrap", "uniform" or a network file: who plays first

  // Further words for `tabiya selfplay`, `tabiya train` and `tabiya match`: every key of a table
  // is an option of the command.
  std::vector<std::string> selfplay;
  std::vector<std::string> train;
  std::vector<std::string> match;
};

// Relative paths in the text are relative to `base`. Without a folder in the text, the run is in
// `usual_folder`. The error is a sentence with the line it is about.
Result<LoopConfig> parse_loop_config(std::string_view text, const std::filesystem::path& base,
                                     const std::filesystem::path& usual_folder);

}  // namespace tabiya
