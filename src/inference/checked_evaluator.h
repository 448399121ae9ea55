// Asks two evaluators everything and compares: a quantised network with its original, a new way of
// computing with an old one. The first one's answers are given on.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "base/result.h"
#include "inference/evaluator.h"

namespace tabiya {

class CheckedEvaluator final : public Evaluator {
 public:
  CheckedEvaluator(std::shared_ptr<Evaluator> trusted, std::shared_ptr<Evaluator> doubted);

  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  EvaluatorInputs inputs() const override;
  void take_seat() override;
  void leave_seat() override;
  int best_batch() const override { return trusted_->best_batch(); }
  std::string description() const override;

  // The largest differences so far.
  struct Worst {
    std::uint64_t compared = 0;
    float chance = 0;  // of winning, drawing or losing
    float prior = 0;
  };
  Worst worst() const;

 private:
  const std::shared_ptr<Evaluator> trusted_;
  const std::shared_ptr<Evaluator> doubted_;

  mutable std::mutex mutex_;
  Worst worst_;  // behind the mutex
};

}  // namespace tabiya
