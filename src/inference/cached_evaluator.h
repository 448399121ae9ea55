// Remembers answers. Many lines of a tree lead to the same position, with the same past as far as
// the network looks.
#pragma once

#include <cstddef>
#include <memory>

#include "base/result.h"
#include "inference/evaluation_cache.h"
#include "inference/evaluator.h"

namespace tabiya {

class CachedEvaluator final : public Evaluator {
 public:
  // Positions are told apart by what the inner evaluator looks at, or by less if `at_most` says so:
  // then an answer may be that for another past.
  CachedEvaluator(std::shared_ptr<Evaluator> inner, std::shared_ptr<EvaluationCache>,
                  const EvaluatorInputs& at_most = {});
  // With a cache of its own, for this many answers. Precondition: positions > 0.
  CachedEvaluator(std::shared_ptr<Evaluator> inner, std::size_t positions);

  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;
  bool remembers(EvaluationRequest&) override;
  EvaluatorInputs inputs() const override { return inputs_; }
  void take_seat() override { inner_->take_seat(); }
  void leave_seat() override { inner_->leave_seat(); }
  int best_batch() const override { return inner_->best_batch(); }
  std::string description() const override { return inner_->description(); }

  EvaluationCache::Counts counts() const { return cache_->counts(); }

 private:
  const std::shared_ptr<Evaluator> inner_;
  const std::shared_ptr<EvaluationCache> cache_;
  const EvaluatorInputs inputs_;      // that the inner evaluator has
  const EvaluatorInputs told_apart_;  // that the cache knows
};

}  // namespace tabiya
