#include "inference/evaluators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace tabiya {

namespace {

class UniformEvaluator final : public Evaluator {
 public:
  Result<void> evaluate(std::span<EvaluationRequest> requests, const std::stop_token&) override {
    for (EvaluationRequest& request : requests) remembers(request);
    return {};
  }
  // Always: there is nothing to compute.
  bool remembers(EvaluationRequest& request) override {
    request.chances = WinDrawLoss{};
    std::ranges::fill(request.priors, 1.0F / static_cast<float>(request.moves.size()));
    return true;
  }
  EvaluatorInputs inputs() const override { return {.history = 1, .clocks = false}; }
  int best_batch() const override { return 1; }
  std::string description() const override { return "no network: all moves alike"; }
};

// Around another evaluator, and in all that it does not change the same.
class Around : public Evaluator {
 public:
  explicit Around(std::shared_ptr<Evaluator> inner) : inner_(std::move(inner)) {}

  bool remembers(EvaluationRequest& request) override { return inner_->remembers(request); }
  EvaluatorInputs inputs() const override { return inner_->inputs(); }
  void take_seat() override { inner_->take_seat(); }
  void leave_seat() override { inner_->leave_seat(); }
  int best_batch() const override { return inner_->best_batch(); }
  std::string description() const override { return inner_->description(); }

 protected:
  Evaluator& inner() const { return *inner_; }

 private:
  const std::shared_ptr<Evaluator> inner_;
};

class CountedEvaluator final : public Around {
 public:
  CountedEvaluator(std::shared_ptr<Evaluator> inner, std::shared_ptr<EvaluationCounter> counter)
      : Around(std::move(inner)), counter_(std::move(counter)) {}

  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    counter_->batches.fetch_add(1, std::memory_order_relaxed);
    counter_->positions.fetch_add(requests.size(), std::memory_order_relaxed);
    return inner().evaluate(requests, stop);
  }

 private:
  const std::shared_ptr<EvaluationCounter> counter_;
};

class CachedEvaluator final : public Around {
 public:
  CachedEvaluator(std::shared_ptr<Evaluator> around, std::shared_ptr<EvaluationCache> cache,
                  const EvaluatorInputs& at_most)
      : Around(std::move(around)),
        cache_(std::move(cache)),
        told_apart_{.history = std::min(inner().inputs().history, at_most.history),
                    .clocks = inner().inputs().clocks && at_most.clocks} {}

  bool remembers(EvaluationRequest& request) override {
    return inner().remembers(request) ||
           cache_->find(EvaluationCache::fingerprint_of(request, told_apart_), request);
  }
  Result<void> evaluate(std::span<EvaluationRequest>, const std::stop_token&) override;

 private:
  const std::shared_ptr<EvaluationCache> cache_;
  const EvaluatorInputs told_apart_;  // what the cache looks at
};

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
  if (auto done = inner().evaluate(asked, stop); !done) return done;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    requests[unknown[i].place].chances = asked[i].chances;
    cache_->keep(unknown[i].fingerprint, asked[i]);
  }
  return {};
}

class LanesEvaluator final : public Evaluator {
 public:
  explicit LanesEvaluator(std::vector<std::shared_ptr<Evaluator>> lanes)
      : lanes_(std::move(lanes)) {
    assert(!lanes_.empty());
    for (const auto& lane : lanes_) free_.push_back(lane.get());
  }

  Result<void> evaluate(std::span<EvaluationRequest> requests,
                        const std::stop_token& stop) override {
    std::unique_lock lock(mutex_);
    if (!freed_.wait(lock, stop, [this] { return !free_.empty(); }))
      return failure("stopped while waiting for the network");
    const Taken taken(*this);
    lock.unlock();
    return taken.lane->evaluate(requests, stop);
  }
  EvaluatorInputs inputs() const override { return lanes_.front()->inputs(); }
  int best_batch() const override { return lanes_.front()->best_batch(); }
  std::string description() const override {
    return fmt::format("{}, {} at a time", lanes_.front()->description(), lanes_.size());
  }

 private:
  // A lane that comes back whatever happens in it.
  class Taken {
   public:
    // Precondition: the mutex is held, and a lane is free.
    explicit Taken(LanesEvaluator& from) : lane(from.free_.back()), from_(from) {
      from.free_.pop_back();
    }
    ~Taken() {
      {
        const std::lock_guard lock(from_.mutex_);
        from_.free_.push_back(lane);  // there is room: it came from here
      }
      from_.freed_.notify_one();
    }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

    Evaluator* const lane;

   private:
    LanesEvaluator& from_;
  };

  const std::vector<std::shared_ptr<Evaluator>> lanes_;

  std::mutex mutex_;
  std::condition_variable_any freed_;
  std::vector<Evaluator*> free_;  // behind the mutex
};

}  // namespace

std::shared_ptr<Evaluator> uniform_evaluator() { return std::make_shared<UniformEvaluator>(); }

std::shared_ptr<Evaluator> counted_evaluator(std::shared_ptr<Evaluator> inner,
                                             std::shared_ptr<EvaluationCounter> counter) {
  return std::make_shared<CountedEvaluator>(std::move(inner), std::move(counter));
}

std::shared_ptr<Evaluator> cached_evaluator(std::shared_ptr<Evaluator> inner,
                                            std::shared_ptr<EvaluationCache> cache,
                                            const EvaluatorInputs& at_most) {
  return std::make_shared<CachedEvaluator>(std::move(inner), std::move(cache), at_most);
}

std::shared_ptr<Evaluator> lanes_evaluator(std::vector<std::shared_ptr<Evaluator>> lanes) {
  return std::make_shared<LanesEvaluator>(std::move(lanes));
}

}  // namespace tabiya
