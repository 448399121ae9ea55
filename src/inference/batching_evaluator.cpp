// Batches of the requests of many threads.
//
//   search threads ── evaluate() ──► queue (bounded) ──► batch thread ──► inner evaluator
//        ▲                                                    │
//        └───────────────── answers, or the error ────────────┘
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "inference/evaluators.h"

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

// No caller may be inside when it is destroyed: they share it.
class BatchingEvaluator final : public Evaluator {
 public:
  BatchingEvaluator(std::shared_ptr<Evaluator> inner, const BatchSettings&);

  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  EvaluatorInputs inputs() const override { return inner_->inputs(); }
  void take_seat() override;
  void leave_seat() override;
  // Several callers fill a batch together, but one alone should be able to as well.
  int best_batch() const override { return settings_.size; }
  std::string description() const override {
    return fmt::format("{}, in batches of {}", inner_->description(), settings_.size);
  }

 private:
  // What one caller of evaluate() waits for. It lives on the caller's stack, so a caller leaves
  // only when its group is no longer in the queue nor in a batch.
  struct Group {
    std::span<EvaluationRequest> requests;
    Clock::time_point came{};
    bool taken = false;  // by the batch thread: it will answer
    bool answered = false;
    Result<void> result;
  };

  void serve(const std::stop_token&);
  bool is_complete() const;
  bool gather(std::unique_lock<std::mutex>&, const std::stop_token&);
  void answer_or_say_why(const std::stop_token& batch_stop);
  void answer(const std::stop_token& batch_stop);

  const std::shared_ptr<Evaluator> inner_;
  const BatchSettings settings_;

  // The mutex guards all below; each condition tells of one kind of change.
  std::mutex mutex_;
  std::condition_variable_any came_;      // a group was queued, or a caller left
  std::condition_variable_any taken_;     // there is room in the queue again
  std::condition_variable_any answered_;  // a batch was answered
  std::deque<Group*> queue_;
  std::size_t waiting_ = 0;  // requests in the queue
  std::size_t outside_ = 0;  // callers that the queue has no room for
  std::size_t seats_ = 0;    // taken
  // Of the batch being computed: callers that still want it, and how to give it up when none does.
  std::size_t wanted_by_ = 0;
  std::stop_source batch_stop_;
  // The batch thread's own: a batch, and what it consists of.
  std::vector<Group*> groups_;
  std::vector<EvaluationRequest> batch_;

  std::jthread thread_;  // the last member: it uses the others
};

BatchingEvaluator::BatchingEvaluator(std::shared_ptr<Evaluator> inner,
                                     const BatchSettings& settings)
    : inner_(std::move(inner)),
      settings_(sane(settings)),
      groups_(static_cast<std::size_t>(settings_.size)),
      thread_([this](const std::stop_token& stop) { serve(stop); }) {}

Result<void> BatchingEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                         const std::stop_token& stop) {
  if (requests.empty()) return {};
  Group group{.requests = requests, .came = Clock::now(), .result = {}};
  std::unique_lock lock(mutex_);

  // A group larger than the whole queue may enter when it is empty.
  const auto room = [&] {
    return waiting_ == 0 ||
           waiting_ + requests.size() <= static_cast<std::size_t>(settings_.waiting);
  };
  if (!room()) {
    ++outside_;
    came_.notify_one();
    taken_.wait(lock, stop, room);
    --outside_;
    if (!room()) return failure("stopped before it was evaluated");
  }
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
  while (gather(lock, stop)) {
    wanted_by_ = groups_.size();
    batch_stop_ = std::stop_source();
    const std::stop_token batch_stop = batch_stop_.get_token();
    lock.unlock();
    answer_or_say_why(batch_stop);
    lock.lock();
    for (Group* group : groups_) group->answered = true;
    answered_.notify_all();
  }
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
    // A caller that came while the last batch was computed has waited already.
    const auto deadline = queue_.front()->came + settings_.timeout;
    came_.wait_until(lock, stop, deadline, [&] { return is_complete(); });
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

// What is thrown concerns the callers of this batch, not the whole program.
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
  auto answered = batch_.begin();
  for (Group* group : groups_) {
    group->result = result;
    for (EvaluationRequest& request : group->requests) request.chances = (answered++)->chances;
  }
}

}  // namespace

std::shared_ptr<Evaluator> batching_evaluator(std::shared_ptr<Evaluator> inner,
                                              const BatchSettings& settings) {
  return std::make_shared<BatchingEvaluator>(std::move(inner), settings);
}

}  // namespace tabiya
