#include "inference/uniform_evaluator.h"

#include <algorithm>

#include "base/result.h"

namespace tabiya {

bool UniformEvaluator::remembers(EvaluationRequest& request) {
  request.chances = WinDrawLoss{};
  std::ranges::fill(request.priors, 1.0F / static_cast<float>(request.moves.size()));
  return true;
}

Result<void> UniformEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                        const std::stop_token&) {
  for (EvaluationRequest& request : requests) remembers(request);
  return {};
}

}  // namespace tabiya
