// The commands of one generation, word by word as they would stand on a command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "loop/config.h"
#include "loop/generation.h"

namespace tabiya {

using Words = std::vector<std::string>;

struct StagePaths {
  std::filesystem::path games;  // folder
  std::filesystem::path network;
  std::filesystem::path pgn;
  std::filesystem::path result;  // of the match
};
StagePaths stage_paths(const LoopConfig&, std::uint64_t generation);

// The network of a generation, as commands name it; of 0 that with which the run began.
std::string network_of(const LoopConfig&, std::uint64_t generation);

// `best` is the generation whose network plays. Without the program's name in front.
Words selfplay_words(const LoopConfig&, std::uint64_t generation, std::uint64_t best);
Words train_words(const LoopConfig&, std::uint64_t generation);
Words match_words(const LoopConfig&, std::uint64_t generation, std::uint64_t best,
                  const std::filesystem::path& program);

}  // namespace tabiya
