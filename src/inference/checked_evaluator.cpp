#include "inference/checked_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tabiya {

CheckedEvaluator::CheckedEvaluator(std::shared_ptr<Evaluator> trusted,
                                   std::shared_ptr<Evaluator> doubted)
    : trusted_(std::move(trusted)), doubted_(std::move(doubted)) {}

Result<void> CheckedEvaluator::evaluate(std::span<EvaluationRequest> requests,
                                        const std::stop_token& stop) {
  if (auto done = trusted_->evaluate(requests, stop); !done) return done;

  // The same questions, with other room for the answers.
  std::vector<EvaluationRequest> second(requests.begin(), requests.end());
  std::vector<std::vector<float>> priors;
  for (EvaluationRequest& request : second) {
    priors.emplace_back(request.moves.size());
    request.priors = priors.back();
  }
  if (auto done = doubted_->evaluate(second, stop); !done)
    return std::unexpected(Error{"the evaluator to be checked failed: " + done.error().message});

  const std::lock_guard lock(mutex_);
  worst_.compared += requests.size();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const WinDrawLoss& a = requests[i].chances;
    const WinDrawLoss& b = second[i].chances;
    worst_.chance = std::max({worst_.chance, std::abs(a.win - b.win), std::abs(a.draw - b.draw),
                              std::abs(a.loss - b.loss)});
    for (std::size_t move = 0; move < second[i].priors.size(); ++move)
      worst_.prior =
          std::max(worst_.prior, std::abs(requests[i].priors[move] - second[i].priors[move]));
  }
  return {};
}

EvaluatorInputs CheckedEvaluator::inputs() const {
  const EvaluatorInputs a = trusted_->inputs();
  const EvaluatorInputs b = doubted_->inputs();
  return {.history = std::max(a.history, b.history), .clocks = a.clocks || b.clocks};
}

void CheckedEvaluator::take_seat() {
  trusted_->take_seat();
  doubted_->take_seat();
}

void CheckedEvaluator::leave_seat() {
  trusted_->leave_seat();
  doubted_->leave_seat();
}

std::string CheckedEvaluator::description() const {
  return fmt::format("{}, checked against {}", trusted_->description(), doubted_->description());
}

CheckedEvaluator::Worst CheckedEvaluator::worst() const {
  const std::lock_guard lock(mutex_);
  return worst_;
}

}  // namespace tabiya
