#include "train/batch_feed.h"

#include <exception>
#include <utility>

#include "base/result.h"

namespace tabiya {

BatchFeed::BatchFeed(PositionSource& source, std::size_t positions)
    : source_(source),
      size_(positions),
      reader_([this](const std::stop_token& stop) { read(stop); }) {}

// On its own thread, so what is thrown (memory or threads are short) must end here.
void BatchFeed::read(const std::stop_token& stop) try {
  while (!stop.stop_requested()) {
    PositionBatch batch{.positions = std::vector<ScoredPosition>(size_), .after = {}};
    const auto filled = source_.read(batch.positions);
    batch.after = source_.cursor();
    if (!filled) return fail(filled.error().message);

    std::unique_lock lock(mutex_);
    ready_.push_back(std::move(batch));
    changed_.notify_all();
    changed_.wait(lock, stop, [&] { return ready_.size() < kAhead; });
  }
} catch (const std::exception& error) {
  fail(error.what());
}

void BatchFeed::fail(std::string error) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
  changed_.notify_all();
}

Result<PositionBatch> BatchFeed::next() {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !ready_.empty() || !error_.empty(); });
  waited_ += std::chrono::steady_clock::now() - begin;
  if (ready_.empty()) return std::unexpected(Error{error_});
  PositionBatch batch = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return batch;
}

}  // namespace tabiya
