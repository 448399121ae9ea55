// What a folder or a shard holds.
#pragma once

#include <cstdint>

namespace tabiya {

struct DataCount {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  // moves, and final positions with a score

  bool operator==(const DataCount&) const = default;
};

}  // namespace tabiya
