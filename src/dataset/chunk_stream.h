// Chunks one after another, epoch after epoch, the next one made by other threads while one is
// read.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.h"
#include "dataset/data_files.h"
#include "dataset/shuffle.h"

namespace tabiya {

// Calls work(i) once for each i below count, from so many threads; when one is false, some later
// ones may be left out.
template <class Work>
void for_each_in_parallel(unsigned threads, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto labour = [&] {
    for (std::size_t i = next++; i < count; i = next++)
      if (!work(i)) next = count;
  };
  std::vector<std::jthread> helpers;
  for (unsigned i = 1; i < threads && i < count; ++i) helpers.emplace_back(labour);
  labour();
}

// A Chunk has a size(). One thread reads; the object stays where it is made.
template <class Chunk>
class ChunkStream {
 public:
  // What a chunk is made of. A true `stop` means that nobody wants it any more.
  struct Order {
    std::span<const std::uint32_t> blocks;
    std::uint64_t seed;  // of this chunk
    const std::atomic<bool>& stop;
  };
  using Make = std::function<Result<Chunk>(const Order&)>;

  ChunkStream(const DataFiles& files, std::uint64_t seed, std::size_t chunk_positions, Make make,
              ShuffleCursor cursor)
      : files_(files),
        seed_(seed),
        chunk_positions_(chunk_positions),
        make_(std::move(make)),
        cursor_(cursor) {}
  ~ChunkStream() { stop_ = true; }  // and the future waits for its thread
  ChunkStream(const ChunkStream&) = delete;
  ChunkStream& operator=(const ChunkStream&) = delete;

  // The chunk at the cursor, which has something unread at cursor().offset; null once at the end of
  // each epoch. After an error the next call tries again.
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
      if (cursor_.offset < current_->size()) return &*current_;
      current_.reset();
      ++cursor_.chunk;
      cursor_.offset = 0;
    }
  }
  // Precondition: no more than current() has left.
  void advance(std::size_t count) { cursor_.offset += count; }
  const ShuffleCursor& cursor() const { return cursor_; }

 private:
  using Which = std::pair<std::uint64_t, std::uint64_t>;  // epoch and chunk
  using Made = Result<std::optional<Chunk>>;

  // Nothing behind the last chunk of an epoch.
  Made made(Which which) const {
    const EpochPlan plan(files_, seed_, which.first, chunk_positions_);
    if (which.second >= plan.chunks()) return std::nullopt;
    auto chunk = make_({.blocks = plan.blocks_of(which.second),
                        .seed = mixed_seed(seed_, which.first, which.second),
                        .stop = stop_});
    if (!chunk) return std::unexpected(Error{std::move(chunk).error().message});
    return *std::move(chunk);
  }

  Made take(Which which) {
    if (prepared_.valid() && prepared_which_ == which) return prepared_.get();
    return made(which);
  }

  void prepare(Which which) {
    const EpochPlan plan(files_, seed_, which.first, chunk_positions_);
    if (which.second >= plan.chunks()) which = {which.first + 1, 0};
    prepared_which_ = which;
    prepared_ = std::async(std::launch::async, [this, which] { return made(which); });
  }

  const DataFiles& files_;
  std::uint64_t seed_;
  std::size_t chunk_positions_;
  Make make_;
  ShuffleCursor cursor_;
  std::optional<Chunk> current_;
  std::atomic<bool> stop_{false};
  Which prepared_which_{};
  std::future<Made> prepared_;  // last, so that its thread ends before what it uses
};

}  // namespace tabiya
