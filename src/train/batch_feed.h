// Batches of positions, read ahead by a thread of its own while the trainer computes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "dataset/position_reader.h"

namespace tabiya {

using PositionSource = ShuffledSource<PositionFilter::Room>;

struct PositionBatch {
  std::vector<ScoredPosition> positions;
  ShuffleCursor after;  // where the source stood when it had given them
};

// While it lives the source belongs to it. Afterwards the source stands somewhere behind the last
// batch that was taken: to go on, send it to that batch's cursor first.
class BatchFeed {
 public:
  BatchFeed(PositionSource&, std::size_t positions);
  BatchFeed(const BatchFeed&) = delete;
  BatchFeed& operator=(const BatchFeed&) = delete;

  // In the order of the source; waits if need be. After an error only the same error comes.
  Result<PositionBatch> next();

  std::chrono::duration<double> waited() const { return waited_; }  // in next(), altogether

 private:
  static constexpr std::size_t kAhead = 4;

  void read(const std::stop_token&);
  void fail(std::string error);

  PositionSource& source_;
  std::size_t size_;
  std::chrono::duration<double> waited_{};
  std::mutex mutex_;  // over the two below
  std::deque<PositionBatch> ready_;
  std::string error_;
  std::condition_variable_any changed_;
  std::jthread reader_;  // last, so that it ends first
};

}  // namespace tabiya
