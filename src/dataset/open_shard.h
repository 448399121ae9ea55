// The shard that takes games: each becomes a block of its own, written with one call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/file.h"
#include "base/result.h"
#include "dataset/data_folder.h"

namespace tabiya {

class OpenShard {
 public:
  // Makes the file, or goes on with one that is there. What a writer that died left of a last game
  // is cut off; damage that cannot be explained so is moved to a file ending in .torn first.
  static Result<OpenShard> open(const std::filesystem::path&);

  // A record of a game. After an error nothing of it is there.
  Result<void> append(std::span<const std::byte> record, std::uint32_t positions);

  // Writes all games to a sealed shard and removes this one. At every moment the games are in one
  // or both of them, and where both are found the sealed one counts. Call nothing else after it
  // succeeded.
  Result<void> seal_as(const std::filesystem::path& sealed);

  // The file that damage was moved to, if there was some.
  const std::optional<std::filesystem::path>& torn() const { return torn_; }
  DataCount count() const { return count_; }
  std::uint64_t size() const { return size_; }  // bytes

 private:
  OpenShard(std::filesystem::path name, OpenFile file)
      : name_(std::move(name)), file_(std::move(file)) {}
  Result<void> mend();
  Result<void> write_at_end(std::span<const std::byte> bytes);

  std::filesystem::path name_;
  OpenFile file_;
  std::uint64_t size_ = 0;  // of what is whole; the file may have more after a failed write
  DataCount count_;
  std::optional<std::filesystem::path> torn_;
};

}  // namespace tabiya
