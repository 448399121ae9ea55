#include "inference/batching_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "base/result.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

// Longer waits come from mistakes; cut off, they cannot overflow.
constexpr std::chrono::microseconds kLongestWait = std::chrono::hours(1);

BatchSettings sane(BatchSettings settings) {
  settings.size = std::max(settings.size, 1);
  settings.timeout = std::clamp(settings.timeout, std::chrono::microseconds(0), kLongestWait);
  settings.waiting = std::max(settings.waiting, settings.size);
  return settings;
}

}  // namespace

BatchingEvaluator::BatchingEvaluator(std::shared_ptr<Evaluator> inner,
                                     const BatchSettings& settings)
    : inner_(std::move(inner)),
      settings_(sane(settings)),
      groups_(static_cast<std::size_t>(settings_.size)),
      thread_([this](const std::stop_token& stop) { serve(stop); }) {}

void BatchingEvaluator::close() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

Result<void> BatchingEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                         const std::stop_token& stop) {
  if (requests.empty()) return {};
  Group group{.requests = requests, .came = Clock::now(), .result = {}};
  std::unique_lock lock(mutex_);

  // A group larger than the whole queue may enter when it is empty.
  const auto room = [&] {
    return ending_ || waiting_ == 0 ||
           waiting_ + requests.size() <= static_cast<std::size_t>(settings_.waiting);
  };
  if (!room()) {
    ++outside_;
    came_.notify_one();
    taken_.wait(lock, stop, room);
    --outside_;
    if (!room()) return failure("stopped before it was evaluated");
  }
  if (ending_) return failure("the network is being closed");
  queue_.push_back(&group);
  waiting_ += requests.size();
  came_.notify_one();

  if (!answered_.wait(lock, stop, [&] { return group.answered; })) {
    if (!group.taken) {
      std::erase(queue_, &group);
      waiting_ -= requests.size();
      taken_.notify_all();
      came_.notify_one();
      return failure("stopped before it was evaluated");
    }
    // The batch thread writes into this group, so it must be waited for.
    if (!group.answered && --wanted_by_ == 0) batch_stop_.request_stop();
    answered_.wait(lock, [&] { return group.answered; });
  }
  return std::move(group.result);
}

void BatchingEvaluator::serve(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (!gather(lock, stop)) break;
    wanted_by_ = groups_.size();
    const std::stop_source give_up;
    batch_stop_ = give_up;
    lock.unlock();
    {
      const std::stop_callback also(stop, [&] { give_up.request_stop(); });
      answer_or_say_why(give_up.get_token());
    }
    lock.lock();
    for (Group* group : groups_) group->answered = true;
    answered_.notify_all();
  }
  ending_ = true;
  for (Group* group : queue_) {
    group->result = failure("the network is being closed");
    group->taken = group->answered = true;
  }
  queue_.clear();
  waiting_ = 0;
  taken_.notify_all();
  answered_.notify_all();
}

void BatchingEvaluator::take_seat() {
  const std::lock_guard lock(mutex_);
  ++seats_;
}

void BatchingEvaluator::leave_seat() {
  const std::lock_guard lock(mutex_);
  --seats_;
  came_.notify_one();
}

// No caller is left to wait for. Without seats it is not known which might come.
bool BatchingEvaluator::is_complete() const {
  return waiting_ >= static_cast<std::size_t>(settings_.size) || outside_ > 0 || queue_.empty() ||
         (seats_ > 0 && queue_.size() >= seats_);
}

// The next batch. False when it is time to end.
bool BatchingEvaluator::gather(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
  const auto size = static_cast<std::size_t>(settings_.size);
  groups_.clear();
  do {
    if (!came_.wait(lock, stop, [&] { return !queue_.empty(); })) return false;
    // Who came while the last batch was computed has waited already.
    const auto deadline = queue_.front()->came + settings_.timeout;
    came_.wait_until(lock, stop, deadline, [&] { return is_complete(); });
    if (stop.stop_requested()) return false;
    // In the meantime all callers may have given up; then it begins again.
    std::size_t taken = 0;
    while (!queue_.empty() && (taken == 0 || taken + queue_.front()->requests.size() <= size)) {
      Group* const group = queue_.front();
      queue_.pop_front();
      group->taken = true;
      taken += group->requests.size();
      groups_.push_back(group);  // each has a request, so there is room
    }
    waiting_ -= taken;
  } while (groups_.empty());
  taken_.notify_all();
  return true;
}

// What is thrown concerns those who asked, not the whole program.
void BatchingEvaluator::answer_or_say_why(const std::stop_token& batch_stop) {
  const auto fail = [&](const char* why) {
    for (Group* group : groups_) group->result = failure("{}", why);
  };
  try {
    answer(batch_stop);
  } catch (const std::bad_alloc&) {
    fail("no memory left");  // short enough to need none
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void BatchingEvaluator::answer(const std::stop_token& batch_stop) {
  batch_.clear();
  for (const Group* group : groups_)
    batch_.insert(batch_.end(), group->requests.begin(), group->requests.end());
  const Result<void> result = inner_->evaluate(batch_, batch_stop);
  {
    const std::lock_guard lock(mutex_);
    ++counts_.batches;
    counts_.requests += batch_.size();
  }
  auto answered = batch_.begin();
  for (Group* group : groups_) {
    group->result = result;
    for (EvaluationRequest& request : group->requests) request.chances = (answered++)->chances;
  }
}

BatchingEvaluator::Counts BatchingEvaluator::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::string BatchingEvaluator::description() const {
  return fmt::format("{}, in batches of {}", inner_->description(), settings_.size);
}

}  // namespace tabiya
