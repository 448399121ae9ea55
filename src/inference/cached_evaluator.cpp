#include "inference/cached_evaluator.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tabiya {

CachedEvaluator::CachedEvaluator(std::shared_ptr<Evaluator> inner,
                                 std::shared_ptr<EvaluationCache> cache,
                                 const EvaluatorInputs& at_most)
    : inner_(std::move(inner)),
      cache_(std::move(cache)),
      inputs_(inner_->inputs()),
      told_apart_{.history = std::min(inputs_.history, at_most.history),
                  .clocks = inputs_.clocks && at_most.clocks} {}

CachedEvaluator::CachedEvaluator(std::shared_ptr<Evaluator> inner, std::size_t positions)
    : CachedEvaluator(std::move(inner), std::make_shared<EvaluationCache>(positions)) {}

bool CachedEvaluator::remembers(EvaluationRequest& request) {
  return inner_->remembers(request) ||
         cache_->find(EvaluationCache::fingerprint_of(request, told_apart_), request);
}

Result<void> CachedEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                       const std::stop_token& stop) {
  struct Unknown {
    std::size_t place;
    EvaluationCache::Fingerprint fingerprint;
  };
  std::vector<EvaluationRequest> asked;
  std::vector<Unknown> unknown;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto fingerprint = EvaluationCache::fingerprint_of(requests[i], told_apart_);
    if (cache_->find(fingerprint, requests[i])) continue;
    asked.push_back(requests[i]);
    unknown.push_back({i, fingerprint});
  }
  if (asked.empty()) return {};
  if (auto done = inner_->evaluate(asked, stop); !done) return done;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    requests[unknown[i].place].chances = asked[i].chances;
    cache_->keep(unknown[i].fingerprint, asked[i]);
  }
  return {};
}

}  // namespace tabiya
