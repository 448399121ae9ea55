// The steps of one generation as commands of this program, word by word as they would stand on a
// command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "loop/config.h"
#include "loop/generation.h"

namespace tabiya {

using Words = std::vector<std::string>;

struct GenerationPaths {
  std::filesystem::path games;  // folder
  std::filesystem::path network;
  std::filesystem::path pgn;
  std::filesystem::path result;  // of the match
};
GenerationPaths paths_of(const LoopConfig&, std::uint64_t generation);
// Where the result of the match against a fixed opponent is written.
std::filesystem::path opponent_result(const LoopConfig&, std::uint64_t generation,
                                      const LoopOpponent&);

// The network of a generation, as commands name it; of 0 that with which the run began.
std::string network_of(const LoopConfig&, std::uint64_t generation);

// Without the program's name in front. `best` is the generation whose network plays.
//
// What writes the network of generation 0; no words if nothing has to.
Words start_words(const LoopConfig&);
Words selfplay_words(const LoopConfig&, std::uint64_t generation, std::uint64_t best);
Words train_words(const LoopConfig&, std::uint64_t generation);
Words match_words(const LoopConfig&, std::uint64_t generation, std::uint64_t best,
                  const std::filesystem::path& program);
Words opponent_words(const LoopConfig&, std::uint64_t generation, const LoopOpponent&,
                     const std::filesystem::path& program);

}  // namespace tabiya
