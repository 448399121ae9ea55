// Several evaluators of the same network side by side, each used by one thread at a time: the
// fastest arrangement on a processor, where big batches gain little.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "base/result.h"
#include "inference/evaluator.h"

namespace tabiya {

class LanesEvaluator final : public Evaluator {
 public:
  // Precondition: at least one lane.
  explicit LanesEvaluator(std::vector<std::shared_ptr<Evaluator>> lanes);

  // With more threads than lanes, some wait.
  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  EvaluatorInputs inputs() const override { return lanes_.front()->inputs(); }
  int best_batch() const override { return lanes_.front()->best_batch(); }
  std::string description() const override;

 private:
  class Taken;

  const std::vector<std::shared_ptr<Evaluator>> lanes_;

  std::mutex mutex_;
  std::condition_variable_any freed_;
  std::vector<Evaluator*> free_;  // behind the mutex
};

}  // namespace tabiya
