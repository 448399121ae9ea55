// Requests of many threads gathered into large batches by a thread of its own: what a graphics
// card or many games at once need.
//
//   search threads ── evaluate() ──► queue (bounded) ──► batch thread ──► inner evaluator
//        ▲                                                    │
//        └───────────────── answers, or the error ────────────┘
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/result.h"
#include "inference/evaluator.h"

namespace tabiya {

struct BatchSettings {
  int size = 64;                            // a batch leaves when it has this many requests,
  std::chrono::microseconds timeout{1000};  // or this long after its first one came,
                                            // or when all who have seats have asked
  int waiting = 4096;                       // requests at most; further callers wait

  bool operator==(const BatchSettings&) const = default;
};

class BatchingEvaluator final : public Evaluator {
 public:
  BatchingEvaluator(std::shared_ptr<Evaluator> inner, const BatchSettings&);
  // Nobody may be inside; see close().
  ~BatchingEvaluator() override { close(); }
  BatchingEvaluator(const BatchingEvaluator&) = delete;
  BatchingEvaluator& operator=(const BatchingEvaluator&) = delete;

  // Whoever still waits, or comes later, gets an error.
  void close();

  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  EvaluatorInputs inputs() const override { return inner_->inputs(); }
  void take_seat() override;
  void leave_seat() override;
  // Several callers fill a batch together, but one alone should be able to as well.
  int best_batch() const override { return settings_.size; }
  std::string description() const override;

  // Batches that went to the inner evaluator, and the requests in them.
  struct Counts {
    std::size_t batches = 0;
    std::size_t requests = 0;
  };
  Counts counts() const;

 private:
  // What one caller of evaluate() waits for. It lives on the caller's stack, so a caller leaves
  // only when its group is no longer in the queue nor in a batch.
  struct Group {
    std::span<EvaluationRequest> requests;
    std::chrono::steady_clock::time_point came{};
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
  mutable std::mutex mutex_;
  std::condition_variable_any came_;      // a group was queued, or a caller left
  std::condition_variable_any taken_;     // there is room in the queue again
  std::condition_variable_any answered_;  // a batch was answered
  std::deque<Group*> queue_;
  std::size_t waiting_ = 0;  // requests in the queue
  std::size_t outside_ = 0;  // callers that the queue has no room for
  std::size_t seats_ = 0;    // taken
  bool ending_ = false;
  Counts counts_;
  // Of the batch being computed: callers that still want it, and how to give it up when none does.
  std::size_t wanted_by_ = 0;
  std::stop_source batch_stop_;
  // The batch thread's own: a batch, and what it consists of.
  std::vector<Group*> groups_;
  std::vector<EvaluationRequest> batch_;

  std::jthread thread_;  // the last member: it uses the others
};

}  // namespace tabiya
