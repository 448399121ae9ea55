#include "train/nnue/nnue_data.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/progress.h"

namespace tabiya {

Result<NnueData> NnueData::open(const NnueDataSettings& settings) {
  const std::vector<std::filesystem::path> paths(settings.paths.begin(), settings.paths.end());
  auto games = DataFiles::open(paths);
  if (!games) return std::unexpected(games.error());
  return NnueData(settings,
                  std::make_shared<PositionCache>(
                      std::make_shared<const DataFiles>(*std::move(games)), settings.filter));
}

bool NnueData::use_cache(double positions_to_read, unsigned threads,
                         const std::function<bool()>& stop,
                         const std::function<void(const std::string&)>& tell) {
  cache_->take();
  const std::uint64_t all = count().positions;
  // A training that reads less would decode less than what makes a cache.
  if (positions_to_read < static_cast<double>(all)) return true;
  Progress progress("Packing positions", all);
  const auto complete = cache_->complete(threads, [&](std::uint64_t done) {
    progress.update(done);
    return !stop();
  });
  if (complete) return *complete;
  progress.clear();
  tell(fmt::format("{}; games without a cache will be decoded in every epoch",
                   complete.error().message));
  return true;
}

void NnueData::check_cache(const std::function<void(const std::string&)>& tell) const {
  if (const std::uint64_t blocks = cache_->unread(); blocks > 0)
    tell(fmt::format(
        "The cache was damaged during the training: {} blocks were decoded from the games instead",
        blocks));
}

Result<std::unique_ptr<PositionReader>> NnueData::reader(Part part) const {
  return cached_reader(cache_, {.files = {},
                                .seed = settings_.seed,
                                .part = part,
                                .validation_percent = settings_.validation_percent});
}

Result<std::vector<ScoredPosition>> NnueData::first_positions(Part part, std::size_t most) const {
  const auto opened = reader(part);
  if (!opened) return std::unexpected(opened.error());
  std::vector<ScoredPosition> positions(most);
  const auto count = (*opened)->read_within_epoch(positions);
  if (!count) return std::unexpected(count.error());
  positions.resize(*count);
  return positions;
}

}  // namespace tabiya
