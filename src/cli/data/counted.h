// "1 game", "2 games"
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "dataset/data_count.h"

namespace tabiya {

inline std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// "26 games, 1500 positions"
inline std::string counted(const DataCount& count) {
  return counted(count.games, "game", "games") + ", " +
         counted(count.positions, "position", "positions");
}

}  // namespace tabiya
