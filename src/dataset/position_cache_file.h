// The file of a position cache: what a filter lets pass of one shard, packed, block by block.
// docs/data.md describes every byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "dataset/position_reader.h"

namespace tabiya {

// What a cache is of. One with another key is none.
struct CacheKey {
  std::uint64_t games = 0;   // fingerprint of the shard's blocks
  std::uint32_t blocks = 0;  // their number
  PositionFilter filter;     // mirroring apart: that comes afterwards
};

// The bytes before the blocks. A block without bytes is not kept.
std::vector<std::byte> cache_header(const CacheKey&,
                                    std::span<const std::uint32_t> bytes_of_blocks);
std::size_t cache_header_bytes(std::uint32_t blocks);

class CacheFile {
 public:
  // Reads all of it: the error says what is wrong, if only a bit is, or that it is of other games
  // or another filter.
  static Result<CacheFile> open(const std::filesystem::path&, const CacheKey&);

  // The packed games of a block, checked; nothing if they are not kept, or not there any more. May
  // be called from several threads.
  std::optional<std::vector<std::byte>> games_of(std::size_t block) const;

  const std::filesystem::path& name() const { return name_; }
  // From here on it is opened for each block, so that files without number can be read.
  void let_go() { held_ = {}; }

 private:
  CacheFile(std::filesystem::path name, OpenFile held)
      : name_(std::move(name)), held_(std::move(held)) {}
  std::optional<std::vector<std::byte>> bytes_of(std::size_t block) const;

  std::filesystem::path name_;
  OpenFile held_;
  std::vector<std::uint64_t> ends_;  // where each block ends; the first is where they begin
};

}  // namespace tabiya
