// What a training of the NNUE reads: its games, by way of their position cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/position_cache.h"
#include "dataset/position_reader.h"

namespace tabiya {

struct NnueDataSettings {
  std::vector<std::string> paths;  // files and folders of games
  std::uint64_t seed = 1;
  double validation_percent = 5;
  PositionFilter filter;
};

// As the games were when it was opened, whatever is written to their folder meanwhile.
class NnueData {
 public:
  static Result<NnueData> open(const NnueDataSettings&);

  // With the caches that there are, and with new ones where there are none, if that pays for
  // as many positions as will be read. False if it was stopped. What keeps it from making one is
  // told, and is no error.
  bool use_cache(double positions_to_read, unsigned threads, const std::function<bool()>& stop,
                 const std::function<void(const std::string&)>& tell);
  // Tells if the cache was damaged meanwhile.
  void check_cache(const std::function<void(const std::string&)>& tell) const;

  Result<std::unique_ptr<PositionReader>> reader(Part) const;
  // At most this many positions of one epoch; fewer, or none, if there are not as many.
  Result<std::vector<ScoredPosition>> first_positions(Part, std::size_t most) const;

  DataCount count() const { return cache_->games()->count(); }
  std::uint64_t fingerprint() const { return cache_->games()->fingerprint(); }

 private:
  NnueData(const NnueDataSettings& settings, std::shared_ptr<PositionCache> cache)
      : settings_(settings), cache_(std::move(cache)) {}

  NnueDataSettings settings_;
  std::shared_ptr<PositionCache> cache_;
};

}  // namespace tabiya
