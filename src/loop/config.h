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

// Generations that are made in the same way.
struct LoopStage {
  std::uint64_t line = 0;  // of [[stage]] in the file; 0: the file has none
  std::uint64_t generations = 10;
  std::uint64_t window = 4;  // train on the games of the last N generations
  double promote_above = 0;  // Elo; without a sequential test in [match]

  // Further words for `tabiya selfplay`, `tabiya train` and `tabiya match`: every key of a table
  // is an option of the command.
  std::vector<std::string> selfplay{};
  std::vector<std::string> train{};
  std::vector<std::string> match{};
};

// An engine that never changes, by which generations are measured.
struct LoopOpponent {
  std::string name;                  // fit for the name of a file
  std::vector<std::string> engine;   // words for --engine
  std::vector<std::string> match{};  // further words for `tabiya match`
  std::uint64_t from = 1;            // the first generation that plays it
};

struct LoopConfig {
  LoopKind kind = LoopKind::Nnue;
  std::filesystem::path folder{};  // of the run
  std::uint64_t seed = 1;          // each generation adds its number
  std::string start{};  // "bootstrap", "random", "uniform" or a network file: who plays first
  std::vector<LoopStage> stages = {LoopStage{}};  // one after the other; at least one
  std::vector<LoopOpponent> opponents{};

  bool start_is_file() const {
    return start != "bootstrap" && start != "random" && start != "uniform";
  }
  std::uint64_t generations() const;  // in all
  // Beyond all generations, the last stage.
  const LoopStage& stage_of(std::uint64_t generation) const;
};

// Relative paths in the text are relative to `base`. Without a folder in the text, the run is in
// `usual_folder`. The error is a sentence with the line it is about.
Result<LoopConfig> parse_loop_config(std::string_view text, const std::filesystem::path& base,
                                     const std::filesystem::path& usual_folder);

}  // namespace tabiya
