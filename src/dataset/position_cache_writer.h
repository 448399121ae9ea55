// Making the cache of one shard: its games are decoded once, by several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "base/result.h"
#include "dataset/data_files.h"
#include "dataset/position_cache_file.h"

namespace tabiya {

enum class CacheMaking : std::uint8_t {
  Made,
  Busy,  // another process makes it, or one of another filter in its place
  Stopped,
};

struct CacheWork {
  unsigned threads = 1;
  // Called now and then by the thread that asked for the work, with the number of positions of this
  // shard that are done. False to stop.
  std::function<bool(std::uint64_t positions)> go_on;
};

// The file appears under its name when it is whole; the same games give the same bytes. What a
// process that was killed has left behind is taken over. The error says why there is none.
Result<CacheMaking> make_cache(const DataFiles&, const DataFiles::FileBlocks&, const CacheKey&,
                               const std::filesystem::path& name, const CacheWork&);

}  // namespace tabiya
