#include "inference/lanes_evaluator.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "base/result.h"

namespace tabiya {

LanesEvaluator::LanesEvaluator(std::vector<std::shared_ptr<Evaluator>> lanes)
    : lanes_(std::move(lanes)) {
  assert(!lanes_.empty());
  for (const auto& lane : lanes_) free_.push_back(lane.get());
}

// A lane that comes back whatever happens in it.
class LanesEvaluator::Taken {
 public:
  // Precondition: the mutex is held, and a lane is free.
  explicit Taken(LanesEvaluator& from) : lane(from.free_.back()), from_(from) {
    from.free_.pop_back();
  }
  ~Taken() {
    {
      const std::lock_guard lock(from_.mutex_);
      from_.free_.push_back(lane);  // there is room: it came from here
    }
    from_.freed_.notify_one();
  }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

  Evaluator* const lane;

 private:
  LanesEvaluator& from_;
};

Result<void> LanesEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                      const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!freed_.wait(lock, stop, [this] { return !free_.empty(); }))
    return failure("stopped while waiting for the network");
  const Taken taken(*this);
  lock.unlock();
  return taken.lane->evaluate(requests, stop);
}

std::string LanesEvaluator::description() const {
  return fmt::format("{}, {} at a time", lanes_.front()->description(), lanes_.size());
}

}  // namespace tabiya
