#include "dataset/position_cache.h"

#include <chrono>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "dataset/data_folder.h"
#include "dataset/packed_games.h"
#include "dataset/position_cache_writer.h"

namespace tabiya {

namespace {

// So many may be held open; a process may open a thousand files, and needs others.
constexpr std::size_t kMostHeld = 256;

constexpr auto kUntilNextLook = std::chrono::milliseconds(50);

constexpr auto kExtension = ".positions";

// Caches whose shards were removed or merged would stay for ever.
void remove_left_over(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (auto entry = std::filesystem::directory_iterator(folder, ignored);
       entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    std::filesystem::path shard = entry->path();
    if (shard.extension() != kExtension) continue;
    if (!is_shard_name(shard.replace_extension(".games")) ||
        std::filesystem::exists(shard, ignored) ||
        std::filesystem::exists(shard.replace_extension(".open"), ignored))
      continue;
    std::filesystem::remove(entry->path(), ignored);
  }
}

}  // namespace

std::filesystem::path PositionCache::file_for(const std::filesystem::path& shard) {
  return std::filesystem::path(shard).replace_extension(kExtension);
}

PositionCache::PositionCache(std::shared_ptr<const DataFiles> games, const PositionFilter& filter)
    : games_(std::move(games)), filter_(filter), files_(games_->files()) {
  for (std::uint32_t file = 0; file < files_.size(); ++file)
    file_of_.resize(file_of_.size() + games_->file(file).count, file);
}

CacheKey PositionCache::key_of(const DataFiles::FileBlocks& shard) const {
  return {.games = games_->fingerprint(shard),
          .blocks = static_cast<std::uint32_t>(shard.count),
          .filter = filter_};
}

void PositionCache::take(std::size_t file) {
  const auto shard = games_->file(file);
  auto opened = CacheFile::open(file_for(shard.name), key_of(shard));
  if (!opened) return;
  if (file >= kMostHeld) opened->let_go();
  files_[file] = *std::move(opened);
}

void PositionCache::take() {
  for (std::size_t file = 0; file < files_.size(); ++file)
    if (!files_[file]) take(file);
}

Result<bool> PositionCache::complete(unsigned threads,
                                     const std::function<bool(std::uint64_t)>& go_on) {
  std::set<std::filesystem::path> folders;
  for (std::size_t file = 0; file < files_.size(); ++file) {
    const std::filesystem::path folder = games_->file(file).name.parent_path();
    folders.insert(folder.empty() ? "." : folder);
  }
  for (const auto& folder : folders) remove_left_over(folder);
  while (true) {
    const auto made = make_missing(threads, go_on);
    if (!made) return std::unexpected(made.error());
    if (*made != Made::Some) return *made == Made::All;
    std::this_thread::sleep_for(kUntilNextLook);
  }
}

Result<PositionCache::Made> PositionCache::make_missing(
    unsigned threads, const std::function<bool(std::uint64_t)>& go_on) {
  std::uint64_t before = 0;
  Made made = Made::All;
  for (std::size_t file = 0; file < files_.size(); ++file) {
    const auto shard = games_->file(file);
    if (!files_[file] && shard.count > 0) {
      const CacheWork work{.threads = threads,
                           .go_on = [&](std::uint64_t done) { return go_on(before + done); }};
      const auto one = make_cache(*games_, shard, key_of(shard), file_for(shard.name), work);
      if (!one) return std::unexpected(one.error());
      if (*one == CacheMaking::Stopped || !go_on(before)) return Made::Stopped;
      if (*one == CacheMaking::Busy) made = Made::Some;
      if (*one == CacheMaking::Made) take(file);
      if (*one == CacheMaking::Made && !files_[file])
        return failure("{} could not be read again", file_for(shard.name).string());
    }
    for (std::size_t i = 0; i < shard.count; ++i)
      before += games_->header(shard.first + i).positions;
  }
  return made;
}

std::optional<PositionFilter::Part> PositionCache::part_of(std::size_t block, Part part,
                                                           double percent) const {
  const std::uint32_t number = file_of_[block];
  const auto& file = files_[number];
  if (!file) return std::nullopt;
  const auto games = file->games_of(block - games_->file(number).first);
  PositionFilter::Part result;
  if (games) {
    result.positions.reserve(games_->header(block).positions);
    if (append_positions(*games, part, percent, result.positions)) return result;
  }
  ++unread_;
  return std::nullopt;
}

Result<std::unique_ptr<PositionReader>> cached_reader(std::shared_ptr<const PositionCache> cache,
                                                      const ShuffleSettings& settings) {
  return PositionReader::open(
      cache->games(), settings, cache->filter(), {},
      [cache, part = settings.part, percent = settings.validation_percent](std::uint32_t block) {
        return cache->part_of(block, part, percent);
      });
}

}  // namespace tabiya
