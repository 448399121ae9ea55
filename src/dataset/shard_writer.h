// A folder of training games that grows: one open shard that takes games, sealed ones beside it.
//
// A game added is safe from a crash of this program at once (it is with the operating system), and
// safe from a loss of power when its shard is sealed. A writer that ends leaves its open shard
// open: nothing is lost, and the next writer goes on. One thread at a time. Files: docs/data.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "dataset/data_folder.h"
#include "dataset/growth_log.h"
#include "dataset/open_shard.h"
#include "dataset/recorded_game.h"

namespace tabiya {

class ShardWriter {
 public:
  static constexpr std::size_t kStandardShard = std::size_t{16} << 20;  // bytes until it is sealed
  static constexpr auto kLockFile = "writer.lock";                      // in the folder

  // Makes the folder if it is not there. Goes on with an open shard left behind by a program that
  // was killed: a torn game at its end is cut off. Refuses a folder that another writer has open.
  static Result<ShardWriter> open(const std::filesystem::path& folder,
                                  std::size_t shard_bytes = kStandardShard);

  // Seals the shard first if it is full, which takes a second or so. After an error (a full disk, a
  // game that cannot be kept) nothing of the game is there, and adding may be tried again.
  Result<void> add(const RecordedGame&);
  Result<void> seal();  // what is open, if it has games

  DataCount count() const;  // in the whole folder, sealed or not
  // Files that hold what was damaged in open shards that were there: games may have been lost.
  const std::vector<std::filesystem::path>& torn() const { return torn_; }

 private:
  ShardWriter(std::filesystem::path folder, std::size_t shard_bytes);
  Result<void> lock();
  Result<void> find_shards();
  Result<void> begin(std::uint32_t number);
  GrowthPoint growth() const;  // now

  std::filesystem::path folder_;
  std::size_t shard_bytes_;
  OpenFile lock_;  // held while this lives
  std::optional<OpenShard> open_;
  std::uint32_t open_number_ = 0;
  std::uint32_t next_number_ = 1;
  DataCount sealed_;
  std::vector<std::filesystem::path> torn_;
  std::unique_ptr<GrowthLog> growth_;
};

}  // namespace tabiya
