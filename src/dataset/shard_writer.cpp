#include "dataset/shard_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/claimed_file.h"
#include "base/file.h"
#include "base/result.h"
#include "dataset/data_folder.h"
#include "dataset/game_record.h"
#include "dataset/open_shard.h"
#include "dataset/shard_file.h"

namespace tabiya {

namespace {

// A shard is sealed in memory, and counts its positions in 32 bits.
constexpr std::size_t kLargestShard = std::size_t{1} << 30;

// Left by a writer that died while it sealed. The games are still in the open shard.
void remove_parts(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (auto entry = std::filesystem::directory_iterator(folder, ignored);
       entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    const std::filesystem::path& file = entry->path();
    if (file.extension() == ".part" && file.filename().string().find(".games.") == 6)
      std::filesystem::remove(file, ignored);
  }
}

}  // namespace

ShardWriter::ShardWriter(std::filesystem::path folder, std::size_t shard_bytes)
    : folder_(std::move(folder)), shard_bytes_(std::min(shard_bytes, kLargestShard)) {}

Result<ShardWriter> ShardWriter::open(const std::filesystem::path& folder,
                                      std::size_t shard_bytes) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return failure("The folder {} could not be created: {}", folder.string(), error.message());
  ShardWriter writer(folder, shard_bytes);
  if (auto locked = writer.lock(); !locked) return std::unexpected(locked.error());
  if (auto found = writer.find_shards(); !found) return std::unexpected(found.error());
  writer.growth_ = std::make_unique<GrowthLog>(folder, writer.growth());
  return writer;
}

Result<void> ShardWriter::lock() {
  auto lock = claimed_file(
      folder_ / kLockFile,
      fmt::format("Another program is writing to {}: wait for it, or choose another folder",
                  folder_.string()));
  if (!lock) return std::unexpected(lock.error());
  lock_ = *std::move(lock);
  return {};
}

Result<void> ShardWriter::find_shards() {
  remove_parts(folder_);
  const auto shards = all_shards_in(folder_);
  if (!shards) return std::unexpected(shards.error());
  std::optional<std::uint32_t> sealed_number;
  for (const ShardName& shard : *shards) {
    if (shard.sealed) {
      const auto count = shard::count_of_sealed(shard.file);
      if (!count)
        return failure("{}; move it out of the folder before adding to it", count.error().message);
      sealed_.games += count->games;
      sealed_.positions += count->positions;
      sealed_number = shard.number;
    } else if (shard.number == sealed_number) {
      // It was sealed, but its writer died before it could remove it.
      std::error_code ignored;
      std::filesystem::remove(shard.file, ignored);
    } else {
      // There is at most one, unless someone copied files together.
      if (auto done = seal(); !done) return done;
      if (auto begun = begin(shard.number); !begun) return begun;
    }
    next_number_ = std::max(next_number_, shard.number + 1);
  }
  return {};
}

Result<void> ShardWriter::add(const RecordedGame& game) {
  std::vector<std::byte> record;
  if (auto written = append_record(game, record); !written) return written;
  // Before the game and not after it: if the disk is full, either nothing of the game is there,
  // or all went well.
  if (open_ && open_->size() >= shard_bytes_)
    if (auto done = seal(); !done) return done;
  if (!open_)
    if (auto begun = begin(next_number_); !begun) return begun;
  const std::size_t positions = game.moves.size() + (game.final_score ? 1 : 0);
  if (auto added = open_->append(record, static_cast<std::uint32_t>(positions)); !added)
    return added;
  growth_->note(growth());
  return {};
}

GrowthPoint ShardWriter::growth() const {
  return {.time = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()),
          .count = count()};
}

Result<void> ShardWriter::seal() {
  if (!open_ || open_->count().games == 0) return {};
  if (auto done = open_->seal_as(shard_file(folder_, open_number_, true)); !done) return done;
  sealed_.games += open_->count().games;
  sealed_.positions += open_->count().positions;
  open_.reset();
  return {};
}

Result<void> ShardWriter::begin(std::uint32_t number) {
  auto opened = OpenShard::open(shard_file(folder_, number, false));
  if (!opened) return std::unexpected(opened.error());
  if (opened->torn()) torn_.push_back(*opened->torn());
  open_ = *std::move(opened);
  open_number_ = number;
  next_number_ = std::max(next_number_, number + 1);
  return {};
}

DataCount ShardWriter::count() const {
  const DataCount open = open_ ? open_->count() : DataCount{};
  return {.games = sealed_.games + open.games, .positions = sealed_.positions + open.positions};
}

}  // namespace tabiya
