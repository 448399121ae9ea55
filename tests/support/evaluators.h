// Evaluators that think, fail or dawdle as a test wants it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

#include "base/random.h"
#include "base/result.h"
#include "inference/evaluator.h"

namespace tabiya {

// An opinion that depends on the position alone, different for every position.
class OpinionatedEvaluator final : public Evaluator {
 public:
  explicit OpinionatedEvaluator(int batch = 4) : batch_(batch) {}

  Result<void> evaluate(std::span<EvaluationRequest> requests, const std::stop_token&) override {
    ++calls;
    for (EvaluationRequest& request : requests) {
      Random random(request.history.present().key());
      const auto share = [&] { return static_cast<float>(random.below(1000) + 1); };
      const float win = share();
      const float draw = share();
      const float loss = share();
      const float chances = win + draw + loss;
      request.chances = {win / chances, draw / chances, loss / chances};
      float sum = 0;
      for (float& prior : request.priors) sum += prior = share();
      for (float& prior : request.priors) prior /= sum;
      positions += 1;
    }
    return {};
  }
  int best_batch() const override { return batch_; }
  std::string description() const override { return "opinions"; }

  std::atomic<int> calls = 0;
  std::atomic<int> positions = 0;

 private:
  const int batch_;
};

// Works until it has answered so many positions, then fails for good.
class FailingEvaluator final : public Evaluator {
 public:
  explicit FailingEvaluator(int answers) : answers_(answers) {}

  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    if (answers_.fetch_sub(static_cast<int>(requests.size())) < static_cast<int>(requests.size()))
      return failure("it broke");
    return inner_.evaluate(requests, stop);
  }
  int best_batch() const override { return 4; }
  std::string description() const override { return "breaks"; }

 private:
  OpinionatedEvaluator inner_;
  std::atomic<int> answers_;
};

// Works until it has answered so many positions; then there is no memory for more.
class ExhaustedEvaluator final : public Evaluator {
 public:
  explicit ExhaustedEvaluator(int answers) : answers_(answers) {}

  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    if (answers_.fetch_sub(static_cast<int>(requests.size())) < static_cast<int>(requests.size()))
      throw std::bad_alloc();
    return inner_.evaluate(requests, stop);
  }
  int best_batch() const override { return 4; }
  std::string description() const override { return "exhausted"; }

 private:
  OpinionatedEvaluator inner_;
  std::atomic<int> answers_;
};

// Answers so many positions; then it takes as long as nobody stops it.
class EndlessEvaluator final : public Evaluator {
 public:
  explicit EndlessEvaluator(int answers) : answers_(answers) {}

  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    if (answers_.fetch_sub(static_cast<int>(requests.size())) >= static_cast<int>(requests.size()))
      return inner_.evaluate(requests, stop);
    is_waiting = true;
    is_waiting.notify_all();
    std::unique_lock lock(mutex_);
    std::condition_variable_any never;
    never.wait(lock, stop, [] { return false; });
    return failure("stopped");
  }
  int best_batch() const override { return 4; }
  std::string description() const override { return "endless"; }

  std::atomic<bool> is_waiting = false;

 private:
  OpinionatedEvaluator inner_;
  std::atomic<int> answers_;
  std::mutex mutex_;
};

}  // namespace tabiya
