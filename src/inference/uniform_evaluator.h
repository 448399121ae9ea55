// Knows nothing: every position is even and every move as good as any other. For tests, for
// measuring the search alone, and for playing before there is a network.
#pragma once

#include "base/result.h"
#include "inference/evaluator.h"

namespace tabiya {

class UniformEvaluator final : public Evaluator {
 public:
  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  bool remembers(EvaluationRequest&) override;  // always: there is nothing to compute
  EvaluatorInputs inputs() const override { return {.history = 1, .clocks = false}; }
  int best_batch() const override { return 1; }
  std::string description() const override { return "no network: all moves alike"; }
};

}  // namespace tabiya
