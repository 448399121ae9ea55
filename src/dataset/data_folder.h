// Which files of a folder are shards: 000001.games, 000002.games, … and 000003.open, which still
// takes games; and how much they hold.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace tabiya {

struct DataCount {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  // moves, and final positions with a score

  bool operator==(const DataCount&) const = default;
  DataCount& operator+=(const DataCount& more) {
    games += more.games;
    positions += more.positions;
    return *this;
  }
};

struct ShardName {
  std::uint32_t number = 0;
  bool sealed = false;
  std::filesystem::path file;
};

// By number. An open shard whose sealed form is there too is left out: its writer died, or is just
// about to remove it.
Result<std::vector<ShardName>> shards_in(const std::filesystem::path& folder);

// All files ending in .open, those that shards_in() leaves out as well.
Result<std::vector<ShardName>> all_shards_in(const std::filesystem::path& folder);

bool is_shard_name(const std::filesystem::path& file);

std::filesystem::path shard_file(const std::filesystem::path& folder, std::uint32_t number,
                                 bool sealed);

}  // namespace tabiya
