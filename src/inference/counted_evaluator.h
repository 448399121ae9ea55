// Counts what reaches a network: batches, and the positions in them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/result.h"
#include "inference/evaluator.h"

namespace tabiya {

// What several evaluators have counted together. From any thread.
struct EvaluationCounter {
  std::atomic<std::uint64_t> batches = 0;
  std::atomic<std::uint64_t> positions = 0;
};

class CountedEvaluator final : public Evaluator {
 public:
  CountedEvaluator(std::shared_ptr<Evaluator> inner, std::shared_ptr<EvaluationCounter> counter)
      : inner_(std::move(inner)), counter_(std::move(counter)) {}

  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    counter_->batches.fetch_add(1, std::memory_order_relaxed);
    counter_->positions.fetch_add(requests.size(), std::memory_order_relaxed);
    return inner_->evaluate(requests, stop);
  }
  bool remembers(EvaluationRequest& request) override { return inner_->remembers(request); }
  EvaluatorInputs inputs() const override { return inner_->inputs(); }
  void take_seat() override { inner_->take_seat(); }
  void leave_seat() override { inner_->leave_seat(); }
  int best_batch() const override { return inner_->best_batch(); }
  std::string description() const override { return inner_->description(); }

 private:
  const std::shared_ptr<Evaluator> inner_;
  const std::shared_ptr<EvaluationCounter> counter_;
};

}  // namespace tabiya
