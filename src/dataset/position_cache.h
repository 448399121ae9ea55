// The positions of training games, packed in files beside the games, so that a training of many
// epochs decodes them once.
//
// A cache changes nothing but the time: what is read from it is what decoding would give. Blocks
// that have none, or whose bytes have been damaged since it was opened, are decoded.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "dataset/data_files.h"
#include "dataset/position_cache_file.h"
#include "dataset/position_reader.h"

namespace tabiya {

class PositionCache {
 public:
  // "games/000001.positions", for a shard whether it is open or sealed.
  static std::filesystem::path file_for(const std::filesystem::path& shard);

  // Without files, until they are taken or made.
  PositionCache(std::shared_ptr<const DataFiles>, const PositionFilter&);

  // Takes the files that are there if they are whole, of these games and of this filter.
  void take();

  // Makes those that are missing, and removes those whose shards are gone. Tells now and then how
  // many positions of all games are done; a false answer stops it, and then it is false itself.
  // Waits while another process makes one of them. After an error there are those that could be
  // made.
  Result<bool> complete(unsigned threads, const std::function<bool(std::uint64_t)>& go_on);

  const std::shared_ptr<const DataFiles>& games() const { return games_; }
  const PositionFilter& filter() const { return filter_; }
  // The positions of a block's games that are in the part; nothing if the games must be decoded.
  // May be called from several threads.
  std::optional<PositionFilter::Part> part_of(std::size_t block, Part, double percent) const;
  // How many blocks were read in vain: damaged since they were taken.
  std::uint64_t unread() const { return unread_; }

 private:
  enum class Made : std::uint8_t { All, Some, Stopped };

  void take(std::size_t file);
  CacheKey key_of(const DataFiles::FileBlocks&) const;
  Result<Made> make_missing(unsigned threads, const std::function<bool(std::uint64_t)>& go_on);

  std::shared_ptr<const DataFiles> games_;
  PositionFilter filter_;
  std::vector<std::optional<CacheFile>> files_;  // one for each of the games
  std::vector<std::uint32_t> file_of_;           // of each block
  mutable std::atomic<std::uint64_t> unread_{0};
};

// Of the cache's games with its filter, whatever the settings say of files.
Result<std::unique_ptr<PositionReader>> cached_reader(std::shared_ptr<const PositionCache>,
                                                      const ShuffleSettings&);

}  // namespace tabiya
