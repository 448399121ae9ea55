// Folders of random training games of several shards and blocks.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <vector>

#include "dataset/random_record.h"
#include "dataset/recorded_game.h"
#include "dataset/shard_writer.h"

namespace tabiya::test {

// Sealed shards of a few games each, and an open one in which every game is a block.
inline std::vector<RecordedGame> write_games(const std::filesystem::path& folder, int count,
                                             std::uint64_t seed, const RecordedKinds& kinds = {}) {
  Random random(seed);
  std::vector<RecordedGame> games;
  auto writer = ShardWriter::open(folder, 6000);
  if (!writer) throw std::runtime_error(writer.error().message);
  for (int i = 0; i < count; ++i) {
    games.push_back(random_record(random, kinds));
    if (auto added = writer->add(games.back()); !added)
      throw std::runtime_error(added.error().message);
  }
  return games;
}

}  // namespace tabiya::test
