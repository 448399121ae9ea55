#include "inference/lanes_evaluator.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

namespace tabiya {

LanesEvaluator::LanesEvaluator(std::vector<std::shared_ptr<Evaluator>> lanes)
    : lanes_(std::move(lanes)) {
  assert(!lanes_.empty());
  for (const auto& lane : lanes_) free_.push_back(lane.get());
}

std::expected<void, std::string> LanesEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                                          const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!freed_.wait(lock, stop, [this] { return !free_.empty(); }))
    return std::unexpected("stopped while waiting for the network");
  Evaluator* const lane = free_.back();
  free_.pop_back();
  lock.unlock();
  auto done = lane->evaluate(requests, stop);
  lock.lock();
  free_.push_back(lane);
  lock.unlock();
  freed_.notify_one();
  return done;
}

std::string LanesEvaluator::description() const {
  return fmt::format("{}, {} at a time", lanes_.front()->description(), lanes_.size());
}

}  // namespace tabiya
