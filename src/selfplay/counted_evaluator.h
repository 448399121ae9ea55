// Counts what goes through it: how large batches are, how many positions a network saw.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "inference/evaluator.h"

namespace tabiya {

class CountedEvaluator final : public Evaluator {
 public:
  explicit CountedEvaluator(std::shared_ptr<Evaluator> inner) : inner_(std::move(inner)) {}

  std::expected<void, std::string> evaluate(std::span<EvaluationRequest> requests,
                                            const std::stop_token& stop) override {
    calls_.fetch_add(1, std::memory_order_relaxed);
    positions_.fetch_add(requests.size(), std::memory_order_relaxed);
    return inner_->evaluate(requests, stop);
  }
  bool remembers(EvaluationRequest& request) override { return inner_->remembers(request); }
  EvaluatorInputs inputs() const override { return inner_->inputs(); }
  void take_seat() override { inner_->take_seat(); }
  void leave_seat() override { inner_->leave_seat(); }
  int best_batch() const override { return inner_->best_batch(); }
  std::string description() const override { return inner_->description(); }

  // From any thread.
  std::uint64_t calls() const { return calls_.load(std::memory_order_relaxed); }
  std::uint64_t positions() const { return positions_.load(std::memory_order_relaxed); }

 private:
  const std::shared_ptr<Evaluator> inner_;
  std::atomic<std::uint64_t> calls_ = 0;
  std::atomic<std::uint64_t> positions_ = 0;
};

}  // namespace tabiya
