#include "search/mcts/signals.h"

namespace tabiya {

void SearchSignals::allow() {
  const std::lock_guard lock(mutex_);
  stop_ = false;
  ponder_hit_.reset();
}

void SearchSignals::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  ++news_;
  told_.notify_all();
}

void SearchSignals::ponder_hit() {
  const std::lock_guard lock(mutex_);
  ponder_hit_ = Clock::now();
  ++news_;
  told_.notify_all();
}

void SearchSignals::tell() {
  const std::lock_guard lock(mutex_);
  ++news_;
  told_.notify_all();
}

void SearchSignals::begin(const SearchLimits& limits) {
  const std::lock_guard lock(mutex_);
  start_ = Clock::now();
  ponder_ = limits.ponder;
  infinite_ = limits.infinite;
}

bool SearchSignals::is_stopped() const {
  const std::lock_guard lock(mutex_);
  return stop_;
}

bool SearchSignals::may_end() const {
  const std::lock_guard lock(mutex_);
  return stop_ || (!infinite_ && !is_waiting_for_opponent());
}

void SearchSignals::wait_until_wanted() {
  std::unique_lock lock(mutex_);
  told_.wait(lock, [this] { return stop_ || (!infinite_ && !is_waiting_for_opponent()); });
}

std::optional<SearchSignals::Clock::time_point> SearchSignals::clock_began() const {
  const std::lock_guard lock(mutex_);
  if (infinite_ || is_waiting_for_opponent()) return std::nullopt;
  return ponder_ ? *ponder_hit_ : start_;
}

void SearchSignals::wait_for_news(Milliseconds at_most) {
  std::unique_lock lock(mutex_);
  told_.wait_for(lock, at_most, [this] { return news_ != known_; });
  known_ = news_;
}

}  // namespace tabiya
