// The reader of training data: blocks of games become a chunk of entries, which is shuffled and
// read while other threads make the next one; epoch after epoch.
//
// What is read of a game, and into what, is the Kind:
//
//   struct Kind {
//     using Room = …;   what one call fills; it has a size()
//     using Part = …;   what the games of one block give
//     using Chunk = …;  what several blocks give; entries_of(chunk) is a vector of its entries
//     static constexpr std::size_t kStandardChunk = …;  positions
//
//     Result<void> check() const;  of the settings
//     // Decodes a record and adds what is wanted of it.
//     std::expected<std::size_t, RecordError> add_game(record, Part&) const;  positions in it
//     Chunk joined(std::vector<Part>) const;
//     bool mirrors() const;  whether half of the entries get is_mirrored
//     void begin(Room&) const;
//     void write(const Chunk&, std::size_t entry, Room&, std::size_t place) const;
//     // Each part of all files is shown to `look`, if it is asked to.
//     std::string why_nothing_passes(for_each_part) const;
//   };
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "dataset/block_records.h"
#include "dataset/data_files.h"
#include "dataset/shuffle.h"

namespace tabiya {

// An endless stream of training data, used by one thread at a time. From the same cursor the same
// data follow.
template <class Room>
class ShuffledSource {
 public:
  ShuffledSource() = default;
  virtual ~ShuffledSource() = default;
  ShuffledSource(const ShuffledSource&) = delete;
  ShuffledSource& operator=(const ShuffledSource&) = delete;

  // Fills all of it, going on with the next epoch when one ends. The error names file and place.
  virtual Result<void> read(Room) = 0;

  virtual ShuffleCursor cursor() const = 0;  // where the next read begins
  virtual Result<void> go_to(const ShuffleCursor&) = 0;
};

template <class Kind>
class ShuffledReader final : public ShuffledSource<typename Kind::Room> {
 public:
  using Room = typename Kind::Room;
  // What add_game() would make of a block's games that are in the part, if that is known without
  // decoding them. Called from several threads.
  using Ready = std::function<std::optional<typename Kind::Part>(std::uint32_t block)>;

  static Result<std::unique_ptr<ShuffledReader>> open(const ShuffleSettings& settings,
                                                      const Kind& kind = {},
                                                      const ShuffleCursor& cursor = {}) {
    auto files = DataFiles::open(settings.files);
    if (!files) return std::unexpected(files.error());
    return open(std::make_shared<const DataFiles>(*std::move(files)), settings, kind, cursor, {});
  }
  // Of files that are open, whatever the settings say of files.
  static Result<std::unique_ptr<ShuffledReader>> open(std::shared_ptr<const DataFiles> files,
                                                      const ShuffleSettings& settings,
                                                      const Kind& kind, const ShuffleCursor& cursor,
                                                      Ready ready) {
    if (const auto right = kind.check(); !right) return std::unexpected(right.error());
    return std::unique_ptr<ShuffledReader>(
        new ShuffledReader(std::move(files), settings, kind, cursor, std::move(ready)));
  }
  ~ShuffledReader() override { stop_ = true; }  // and the future waits for its thread

  // It is an error if an epoch has nothing at all.
  Result<void> read(Room room) override {
    kind_.begin(room);
    ended_ = false;
    bool ended_before = false;
    for (std::size_t filled = 0; filled < room.size();) {
      const auto count = fill_from_epoch(room, filled);
      if (!count) return std::unexpected(count.error());
      if (*count == 0 && std::exchange(ended_before, true))
        return failure("{}", kind_.why_nothing_passes([this](const auto& look) {
          for (std::uint32_t block = 0; block < files_->blocks(); ++block)
            if (const auto part = decoded(block)) look(*part);
        }));
      if (*count > 0) ended_before = false;
      filled += *count;
    }
    return {};
  }

  // Fills as much as this epoch has left and tells how much that was; 0 once at its end, and then
  // the next epoch begins.
  Result<std::size_t> read_within_epoch(Room room) {
    kind_.begin(room);
    if (std::exchange(ended_, false)) return 0;
    const auto filled = fill_from_epoch(room, 0);
    // A caller that got something is told of the end at the next call.
    ended_ = filled && *filled > 0 && *filled < room.size();
    return filled;
  }

  ShuffleCursor cursor() const override { return cursor_; }
  Result<void> go_to(const ShuffleCursor& cursor) override {
    ended_ = false;
    if (cursor.epoch != cursor_.epoch || cursor.chunk != cursor_.chunk) current_.reset();
    cursor_ = cursor;
    return {};
  }

  DataCount count() const { return files_->count(); }  // of all files, before anything is left out
  std::uint64_t fingerprint() const { return files_->fingerprint(); }

 private:
  using Part = typename Kind::Part;
  using Chunk = typename Kind::Chunk;
  using Which = std::pair<std::uint64_t, std::uint64_t>;  // epoch and chunk
  using Made = Result<std::optional<Chunk>>;              // nothing behind the last of an epoch

  ShuffledReader(std::shared_ptr<const DataFiles> files, const ShuffleSettings& settings,
                 const Kind& kind, const ShuffleCursor& cursor, Ready ready)
      : files_(std::move(files)),
        settings_(settings),
        kind_(kind),
        ready_(std::move(ready)),
        cursor_(cursor) {
    if (settings_.chunk_positions == 0) settings_.chunk_positions = Kind::kStandardChunk;
  }

  // From this place of the room on; less than all only if the epoch ends.
  Result<std::size_t> fill_from_epoch(Room& room, std::size_t first) {
    std::size_t place = first;
    while (place < room.size()) {
      const auto chunk = current();
      if (!chunk) return std::unexpected(chunk.error());
      if (*chunk == nullptr) break;
      const std::size_t left = Kind::entries_of(**chunk).size() - cursor_.offset;
      const std::size_t count = std::min(left, room.size() - place);
      for (std::size_t i = 0; i < count; ++i)
        kind_.write(**chunk, cursor_.offset + i, room, place + i);
      place += count;
      cursor_.offset += count;
    }
    return place - first;
  }

  // The chunk at the cursor, which has something unread; null once at the end of each epoch. After
  // an error the next call tries again.
  Result<const Chunk*> current() {
    while (true) {
      if (!current_) {
        auto chunk = take({cursor_.epoch, cursor_.chunk});
        if (!chunk) return std::unexpected(chunk.error());
        if (!*chunk) {
          cursor_ = {.epoch = cursor_.epoch + 1, .chunk = 0, .offset = 0};
          return nullptr;
        }
        current_ = **std::move(chunk);
        prepare({cursor_.epoch, cursor_.chunk + 1});
      }
      if (cursor_.offset < Kind::entries_of(*current_).size()) return &*current_;
      current_.reset();
      ++cursor_.chunk;
      cursor_.offset = 0;
    }
  }

  Made take(Which which) {
    if (prepared_.valid() && prepared_which_ == which) return prepared_.get();
    return made(which);
  }

  void prepare(Which which) {
    const EpochPlan plan(*files_, settings_.seed, which.first, settings_.chunk_positions);
    if (which.second >= plan.chunks()) which = {which.first + 1, 0};
    prepared_which_ = which;
    prepared_ = std::async(std::launch::async, [this, which] { return made(which); });
  }

  Made made(Which which) const {
    const EpochPlan plan(*files_, settings_.seed, which.first, settings_.chunk_positions);
    if (which.second >= plan.chunks()) return std::nullopt;
    auto parts = parts_of(plan.blocks_of(which.second));
    if (!parts) return std::unexpected(parts.error());
    Chunk chunk = kind_.joined(*std::move(parts));
    auto& entries = Kind::entries_of(chunk);
    Random random(mixed_seed(settings_.seed, which.first, which.second));
    shuffle(entries, random);
    if (kind_.mirrors())
      for (auto& entry : entries) entry.is_mirrored = random.below(2) == 0;
    return chunk;
  }

  // Several threads take one block after another.
  Result<std::vector<Part>> parts_of(std::span<const std::uint32_t> blocks) const {
    std::vector<Result<Part>> read(blocks.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < blocks.size(); i = next++) {
        if (!stop_) read[i] = part_of(blocks[i]);
        if (stop_ || !read[i]) next = blocks.size();
      }
    };
    {
      std::vector<std::jthread> helpers;
      for (unsigned i = 1; i < settings_.threads && i < blocks.size(); ++i)
        helpers.emplace_back(work);
      work();
    }
    std::vector<Part> parts;
    parts.reserve(blocks.size());
    for (Result<Part>& part : read) {
      if (!part) return std::unexpected(part.error());
      parts.push_back(*std::move(part));
    }
    return parts;
  }

  Result<Part> part_of(std::uint32_t block) const {
    if (ready_)
      if (auto part = ready_(block)) return *std::move(part);
    return decoded(block);
  }

  Result<Part> decoded(std::uint32_t block) const {
    Part part;
    const auto all = for_each_record(
        *files_, block,
        [&](std::span<const std::byte> record) -> decltype(kind_.add_game(record, part)) {
          if (!is_in(settings_.part, settings_.validation_percent, record)) return 0;
          return kind_.add_game(record, part);
        });
    if (!all) return std::unexpected(all.error());
    return part;
  }

  std::shared_ptr<const DataFiles> files_;
  ShuffleSettings settings_;
  Kind kind_;
  Ready ready_;
  ShuffleCursor cursor_;
  bool ended_ = false;  // an epoch, and the caller has not been told
  std::optional<Chunk> current_;
  std::atomic<bool> stop_{false};
  Which prepared_which_{};
  std::future<Made> prepared_;  // last, so that its thread ends before what it uses
};

}  // namespace tabiya
