// Which files of a folder are shards: 000001.games, 000002.games, … and 000003.open, which still
// takes games.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace tabiya {

struct ShardName {
  std::uint32_t number = 0;
  bool sealed = false;
  std::filesystem::path file;
};

// By number. An open shard whose sealed form is there too is left out: its writer died, or is just
// about to remove it.
std::expected<std::vector<ShardName>, std::string> shards_in(const std::filesystem::path& folder);

// All files ending in .open, those that shards_in() leaves out as well.
std::expected<std::vector<ShardName>, std::string> all_shards_in(
    const std::filesystem::path& folder);

bool is_shard_name(const std::filesystem::path& file);

std::filesystem::path shard_file(const std::filesystem::path& folder, std::uint32_t number,
                                 bool sealed);

}  // namespace tabiya
