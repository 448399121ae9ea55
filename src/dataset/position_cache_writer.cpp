#include "dataset/position_cache_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/system.h"
#include "dataset/block_records.h"
#include "dataset/packed_games.h"

namespace tabiya {

namespace {

// The fastest level: half the bytes, at a hundredth of the time of decoding.
constexpr int kLevel = 1;

// A cache that took more than half of the free space might stop a program that writes games.
constexpr std::uint64_t kSpareBytesAPosition = 2 * sizeof(PackedPosition);

std::unexpected<Error> not_written(const std::filesystem::path& name, int reason) {
  return failure("{} could not be written: {}", name.string(), system_message(reason));
}

// Not open if another process has it.
Result<OpenFile> claimed(const std::filesystem::path& part) {
  while (true) {
    OpenFile file(part.string(), O_RDWR | O_CREAT | O_NOFOLLOW);
    if (!file.is_open()) return not_written(part, errno);
    if (!file.claim()) return OpenFile();
    if (file.is_at(part)) return file;  // else it has just got its real name
  }
}

// All blocks of a shard, packed by several threads and written in their order.
class Making {
 public:
  Making(const DataFiles& files, const DataFiles::FileBlocks& shard, const CacheKey& key,
         const std::filesystem::path& part, const OpenFile& file)
      : files_(files),
        shard_(shard),
        filter_(key.filter),
        part_(part),
        file_(file),
        end_(cache_header_bytes(key.blocks)),
        bytes_(key.blocks) {}

  // False if it was stopped.
  Result<bool> run(const CacheWork& work) {
    {
      std::vector<std::jthread> helpers;
      for (unsigned i = 1; i < work.threads && i < shard_.count; ++i)
        helpers.emplace_back([this] { pack_blocks([](std::uint64_t) { return true; }); });
      pack_blocks(work.go_on);
    }
    if (error_) return std::unexpected(*error_);
    return !stopped_;
  }

  std::span<const std::uint32_t> bytes_of_blocks() const { return bytes_; }

 private:
  void pack_blocks(const std::function<bool(std::uint64_t)>& go_on) {
    for (std::size_t block = next_++; block < shard_.count; block = next_++) {
      if (!go_on(positions_)) stopped_ = true;
      if (stopped_) return;
      const auto done = write(block, packed(shard_.first + block));
      if (!done) return fail(done.error());
      positions_ += files_.header(shard_.first + block).positions;
    }
  }

  // The block of the cache for a block of games; nothing if it would be too large.
  Result<std::vector<std::byte>> packed(std::size_t block) const {
    std::vector<std::byte> games;
    PositionFilter::Part part;
    std::uint32_t positions = 0;
    const auto all = for_each_record(files_, block, [&](std::span<const std::byte> record) {
      part.positions.clear();
      const auto found = filter_.add_game(record, part);
      if (found) append_packed_game(fingerprint_of(record), part.positions, games);
      positions += static_cast<std::uint32_t>(part.positions.size());
      return found;
    });
    if (!all) return std::unexpected(all.error());
    if (games.size() > shard::kLargestBlock) return std::vector<std::byte>();
    return shard::packed_block(games, files_.header(block).games, positions, kLevel);
  }

  // At once if all before it are written, else when they are.
  Result<void> write(std::size_t block, Result<std::vector<std::byte>> content) {
    if (!content) return std::unexpected(content.error());
    const std::lock_guard lock(mutex_);
    waiting_.emplace(block, *std::move(content));
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == written_;
         first = waiting_.erase(first), ++written_) {
      if (!write_at(file_.descriptor(), end_, first->second)) return not_written(part_, errno);
      bytes_[written_] = static_cast<std::uint32_t>(first->second.size());
      end_ += first->second.size();
    }
    return {};
  }

  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    stopped_ = true;
  }

  const DataFiles& files_;
  const DataFiles::FileBlocks& shard_;
  const PositionFilter& filter_;
  const std::filesystem::path& part_;
  const OpenFile& file_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> positions_{0};
  std::atomic<bool> stopped_{false};

  std::mutex mutex_;  // over all below, until the threads have ended
  std::map<std::size_t, std::vector<std::byte>> waiting_;
  std::size_t written_ = 0;  // blocks
  std::uint64_t end_;
  std::vector<std::uint32_t> bytes_;
  std::optional<Error> error_;
};

std::uint64_t positions_of(const DataFiles& files, const DataFiles::FileBlocks& shard) {
  std::uint64_t positions = 0;
  for (std::size_t i = 0; i < shard.count; ++i)
    positions += files.header(shard.first + i).positions;
  return positions;
}

Result<void> check_space(const std::filesystem::path& part, std::uint64_t positions) {
  std::error_code unknown;
  const auto space = std::filesystem::space(
      part.has_parent_path() ? part.parent_path() : std::filesystem::path("."), unknown);
  if (!unknown && space.available < kSpareBytesAPosition * positions)
    return failure("{} could not be written: the disk has too little space left", part.string());
  return {};
}

}  // namespace

Result<CacheMaking> make_cache(const DataFiles& files, const DataFiles::FileBlocks& shard,
                               const CacheKey& key, const std::filesystem::path& name,
                               const CacheWork& work) {
  const std::filesystem::path part = name.string() + ".part";
  if (auto room = check_space(part, positions_of(files, shard)); !room)
    return std::unexpected(room.error());
  const auto file = claimed(part);
  if (!file) return std::unexpected(file.error());
  if (!file->is_open()) return CacheMaking::Busy;
  // The process that had it may have made just this one.
  if (CacheFile::open(name, key)) {
    unlink(part.c_str());
    return CacheMaking::Made;
  }
  if (ftruncate(file->descriptor(), 0) != 0) return not_written(part, errno);
  Making making(files, shard, key, part, *file);
  auto done = making.run(work);
  if (done && *done) {
    const auto header = cache_header(key, making.bytes_of_blocks());
    if (write_at(file->descriptor(), 0, header) && rename(part.c_str(), name.c_str()) == 0)
      return CacheMaking::Made;
    done = not_written(part, errno);
  }
  unlink(part.c_str());
  if (!done) return std::unexpected(done.error());
  return CacheMaking::Stopped;
}

}  // namespace tabiya
