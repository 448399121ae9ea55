// Evaluators that think, fail or dawdle as a test wants it, and questions to ask them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "inference/evaluator.h"

namespace tabiya {

// Requests for the presents of some games, with all they point to.
class Questions {
 public:
  Questions() = default;
  explicit Questions(const std::vector<Game>& games) {
    for (const Game& game : games) ask(game);
  }
  Questions(const Questions&) = delete;
  Questions& operator=(const Questions&) = delete;

  void ask(const Game& game) {
    const Game& kept = games_.emplace_back(game);
    const MoveList& moves = moves_.emplace_back(legal_moves(kept.position()));
    EvaluationRequest request;
    request.history = History(kept);
    request.moves = {moves.begin(), moves.end()};
    request.chess960 = kept.variant() == Variant::Chess960;
    request.priors = priors_.emplace_back(moves.size());
    requests_.push_back(request);
  }
  std::span<EvaluationRequest> all() { return requests_; }
  EvaluationRequest& operator[](std::size_t i) { return requests_[i]; }
  std::size_t size() const { return requests_.size(); }

 private:
  std::deque<Game> games_;
  std::deque<MoveList> moves_;
  std::deque<std::vector<float>> priors_;
  std::vector<EvaluationRequest> requests_;
};

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

// Answers this number of positions; what it does then, its kinds tell.
class LimitedEvaluator : public Evaluator {
 public:
  explicit LimitedEvaluator(int answers) : answers_(answers) {}

  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    const auto asked = static_cast<int>(requests.size());
    return answers_.fetch_sub(asked) < asked ? no_more(stop) : inner_.evaluate(requests, stop);
  }
  int best_batch() const override { return 4; }
  std::string description() const override { return "limited"; }

 private:
  virtual Result<void> no_more(const std::stop_token&) = 0;

  OpinionatedEvaluator inner_;
  std::atomic<int> answers_;
};

class FailingEvaluator final : public LimitedEvaluator {
  using LimitedEvaluator::LimitedEvaluator;
  Result<void> no_more(const std::stop_token&) override { return failure("it broke"); }
};

class ExhaustedEvaluator final : public LimitedEvaluator {
  using LimitedEvaluator::LimitedEvaluator;
  Result<void> no_more(const std::stop_token&) override { throw std::bad_alloc(); }
};

// Thinks until it is stopped.
class EndlessEvaluator final : public LimitedEvaluator {
 public:
  using LimitedEvaluator::LimitedEvaluator;
  std::atomic<bool> is_waiting = false;

 private:
  Result<void> no_more(const std::stop_token& stop) override {
    is_waiting = true;
    is_waiting.notify_all();
    std::unique_lock lock(mutex_);
    std::condition_variable_any never;
    never.wait(lock, stop, [] { return false; });
    return failure("stopped");
  }

  std::mutex mutex_;
};

}  // namespace tabiya
