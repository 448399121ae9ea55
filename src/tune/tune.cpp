#include "tune/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "match/work_queue.h"

namespace tabiya {

namespace {

using PairQueue = WorkQueue<PairTask, PairResult>;

// Engines that fail in more than a tenth of the pairs, and at least this often, are out of order.
constexpr std::uint64_t kManyFailures = 5;

class Run {
 public:
  Run(const TunePlan& plan, TuneState state, const TuneEvents& events)
      : plan_(plan), state_(std::move(state)), events_(events), next_(state_.iterations) {}

  Result<TuneEnd> run() {
    fill();
    const std::uint64_t left = (plan_.iterations - std::min(next_, plan_.iterations)) * plan_.pairs;
    const auto count =
        std::min<std::uint64_t>(plan_.concurrency, left + plan_.pairs * open_.size());
    const auto end = run_workers<PairTask, PairResult>(
        queue_, static_cast<std::size_t>(count),
        [this](const std::stop_token& stop) { work(stop); },
        [this](const PairResult& pair) { return take(pair); }, events_.goes_on);
    if (trouble_) return std::unexpected(*trouble_);
    if (!end) return std::unexpected(end.error());
    return *end == WorkEnd::Ended ? TuneEnd::Stopped : TuneEnd::Finished;
  }

 private:
  struct OpenIteration {
    std::uint64_t number;
    std::uint64_t pairs_left;
    TuneTally tally{};
  };

  // Begins the iterations that may begin now.
  void fill() {
    for (; open_.size() < 2 && next_ < plan_.iterations; ++next_) {
      open_.push_back({.number = next_, .pairs_left = plan_.pairs});
      const auto& values = next_ == state_.iterations ? state_.before : state_.values;
      for (std::uint64_t pair = 0; pair < plan_.pairs; ++pair)
        queue_.put({.iteration = next_,
                    .trial = plan_.spsa.trial(values, next_, pair),
                    .opening = plan_.book.opening(next_ * plan_.pairs + pair)});
    }
    if (next_ >= plan_.iterations) queue_.close();
  }

  void work(const std::stop_token& stop) {
    PairPlayer player(plan_.rules);
    while (const auto task = queue_.take(stop)) {
      auto pair = player.play(*task, stop);
      if (!pair)
        return queue_.give_up("the engine does not start any more: " + pair.error().sentence());
      if (!*pair) return;
      queue_.hand_in(std::move(**pair));
    }
  }

  // False ends the run.
  bool take(const PairResult& pair) {
    const auto open = std::ranges::find(open_, pair.iteration, &OpenIteration::number);
    open->tally.add(pair);
    --open->pairs_left;
    ++pairs_;
    events_.played(pair);
    if (pair.failure) ++failures_;
    if (pair.failure && failures_ >= kManyFailures && failures_ * 10 > pairs_) {
      trouble_ = Error{fmt::format("the engine failed in {} of {} pairs, at last: {}", failures_,
                                   pairs_, *pair.failure)};
      return false;
    }
    while (!open_.empty() && open_.front().pairs_left == 0)
      if (!finish(open_.front())) return false;
    return true;
  }

  bool finish(const OpenIteration& one) {
    const Wdl& wdl = one.tally.wdl;
    const auto balance =
        static_cast<std::int64_t>(wdl.wins) - static_cast<std::int64_t>(wdl.losses);
    state_.before = state_.values;
    state_.values = plan_.spsa.updated(std::move(state_.values), one.number, balance);
    state_.tally += one.tally;
    ++state_.iterations;
    if (auto done = events_.finished(state_, one.tally); !done) {
      trouble_ = std::move(done.error());
      return false;
    }
    open_.pop_front();
    fill();
    return true;
  }

  const TunePlan& plan_;
  TuneState state_;
  const TuneEvents& events_;
  PairQueue queue_;
  std::uint64_t next_;              // iteration to begin
  std::deque<OpenIteration> open_;  // in order
  std::uint64_t pairs_ = 0;
  std::uint64_t failures_ = 0;
  std::optional<Error> trouble_;
};

}  // namespace

void TuneTally::add(const PairResult& pair) {
  if (pair.failure) {
    ++discarded;
    return;
  }
  wdl += pair.wdl;
  time_losses += static_cast<std::uint64_t>(pair.time_losses);
}

TuneTally& TuneTally::operator+=(const TuneTally& other) {
  wdl += other.wdl;
  discarded += other.discarded;
  time_losses += other.time_losses;
  return *this;
}

TuneState beginning_of(const Spsa& spsa) {
  return {.iterations = 0, .values = spsa.start(), .before = spsa.start()};
}

Result<TuneEnd> run_tune(const TunePlan& plan, TuneState state, const TuneEvents& events) {
  return Run(plan, std::move(state), events).run();
}

}  // namespace tabiya
