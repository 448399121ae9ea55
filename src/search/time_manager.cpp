#include "search/time_manager.h"

#include <algorithm>
#include <utility>

namespace tabiya {

namespace {

constexpr Milliseconds kLeast{1};
// Numbers beyond a year come from mistakes; cut off, they cannot overflow either.
constexpr Milliseconds kLongest = std::chrono::hours(24 * 365);

Milliseconds sane(Milliseconds time) { return std::clamp(time, Milliseconds(0), kLongest); }

}  // namespace

TimeBudget time_budget(const SearchLimits& limits, Color side_to_move) {
  const TimeParameters& p = time_parameters;
  TimeBudget budget;

  if (const PlayerClock& clock = limits.clock(side_to_move); clock.left) {
    const Milliseconds overhead = sane(limits.move_overhead);
    const Milliseconds left = sane(*clock.left);
    const Milliseconds increment = std::min(sane(clock.increment), kLongest / 100);
    // When the clock is nearly empty the whole overhead would leave nothing; then half has to do.
    const Milliseconds usable = std::max({left - overhead, left / 2 - overhead / 4, kLeast});
    // A game seldom lasts longer than this many moves from wherever one looks.
    const int moves = std::clamp<int>(limits.moves_to_go.value_or(p.moves_ahead), 1, p.moves_ahead);

    // All that will be there until the moves are made, spread over them: somewhat more now than
    // later, for early decisions matter longer and games often end sooner.
    const Milliseconds to_spend =
        std::max(kLeast, usable + (moves - 1) * std::max(increment - overhead, Milliseconds(0)));
    const int share = limits.moves_to_go ? p.ideal_share_to_control : p.ideal_share;
    budget.ideal = std::clamp(to_spend / moves * share / 100, kLeast,
                              std::max(usable * int{p.ideal_limit} / 100, kLeast));
    const int limit = moves == 1 ? p.highest_limit_last_move : p.highest_limit;
    budget.highest = std::clamp(*budget.ideal * int{p.highest_factor} / 100, kLeast,
                                std::max(usable * limit / 100, kLeast));
    budget.ideal = std::min(*budget.ideal, *budget.highest);
  }
  if (limits.move_time) {
    const Milliseconds time = std::max(sane(*limits.move_time), kLeast);
    budget.highest = std::min(time, budget.highest.value_or(time));
  }
  return budget;
}

TimeManager::TimeManager(const SearchLimits& limits, Color side_to_move)
    : limits_(limits), budget_(time_budget(limits, side_to_move)) {
  if (!budget_.highest) return;
  latest_ = *budget_.highest + Milliseconds(int{time_parameters.first_evaluation});
  if (const PlayerClock& clock = limits.clock(side_to_move); clock.left)
    latest_ = std::clamp(*clock.left / 10 * 9 - limits.move_overhead, *budget_.highest, *latest_);
}

bool TimeManager::is_enough(const Iteration& iteration, Milliseconds thought) const {
  if (!budget_.ideal || limits_.infinite || iteration.depth < 2) return false;
  const TimeParameters& p = time_parameters;
  const double settled =
      std::max<double>(p.settled_least,
                       p.settled_base - p.settled_step * iteration.steady_iterations) /
      100;
  const double alarm = std::clamp(1 + static_cast<double>(iteration.fall) / p.fall_divisor,
                                  p.fall_least / 100.0, p.fall_most / 100.0);
  const double effort = std::clamp(p.effort_base / 100.0 - iteration.effort, p.effort_least / 100.0,
                                   p.effort_most / 100.0);
  const double factor = iteration.only_move ? p.only_move / 100.0 : settled * alarm * effort;
  return std::chrono::duration<double, std::milli>(thought) >=
         std::chrono::duration<double, std::milli>(*budget_.ideal) * factor;
}

bool TimeManager::is_enough(const Progress& progress, std::span<const MoveStatistics> moves) const {
  const TimeParameters& p = time_parameters;
  if (limits_.depth && progress.average_depth >= *limits_.depth) return true;
  if (!budget_.highest) return false;
  if (is_time_up(progress.on_clock)) return true;
  if (moves.empty()) return false;
  if (moves.size() == 1 && budget_.ideal) return true;
  // The most visited move should also look best; if it does not, it may take somewhat longer.
  const MoveStatistics& first = moves.front();
  const bool is_settled = std::ranges::none_of(moves, [&](const MoveStatistics& move) {
    return move.visits > first.visits * static_cast<std::uint64_t>(p.unsettled_visits) / 100 &&
           move.value > first.value + static_cast<float>(p.unsettled_margin) / 100;
  });
  const int factor = is_settled ? 100 : p.unsettled_factor;
  const Milliseconds planned =
      budget_.ideal ? std::min(*budget_.ideal * factor / 100, *budget_.highest) : *budget_.highest;
  if (progress.on_clock >= planned) return true;
  // Can the second still overtake the first in the time that is left?
  if (limits_.multi_pv > 1 || !budget_.ideal || moves.size() < 2) return false;
  // Before some batches have come back, the speed of the search is not known.
  const auto finished = static_cast<double>(progress.finished);
  if (finished < static_cast<double>(p.rate_visits * std::max(progress.threads, 1))) return false;
  const auto elapsed = static_cast<double>(std::max<std::int64_t>(progress.thought.count(), 1));
  const double rate = finished / elapsed;
  const double to_come = rate * static_cast<double>((planned - progress.on_clock).count());
  return progress.thought > Milliseconds(int{p.rate_time}) &&
         static_cast<double>(first.visits) > static_cast<double>(moves[1].visits) + to_come;
}

bool TimeManager::is_too_late_for_root_after_stop(Milliseconds since) {
  return since >= Milliseconds(int{time_parameters.root_after_stop});
}

SearchClock::SearchClock(const SearchLimits& limits, std::stop_token stop)
    : stop_(std::move(stop)),
      infinite_(limits.infinite),
      clock_start_(limits.ponder ? kNever : start_),
      on_stop_(stop_,
               [this] {
                 stop_time_ = Clock::now();
                 notify();
               }),
      on_ponder_hit_(limits.ponder_hit, [this] {
        if (is_pondering()) clock_start_ = Clock::now();
        notify();
      }) {}

Milliseconds SearchClock::since(Clock::time_point start) {
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - start);
}

Milliseconds SearchClock::elapsed() const { return since(start_); }

Milliseconds SearchClock::on_clock() const {
  const Clock::time_point start = clock_start_;
  return infinite_ || start == kNever ? Milliseconds(0) : since(start);
}

std::optional<Milliseconds> SearchClock::since_stop() const {
  const Clock::time_point stopped = stop_time_;
  return stopped == kNever ? std::nullopt : std::optional(since(stopped));
}

void SearchClock::wait_until_wanted() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return may_end(); });
}

void SearchClock::notify() {
  const std::lock_guard lock(mutex_);
  has_news_ = true;
  changed_.notify_all();
}

void SearchClock::wait_for_news(Milliseconds at_most) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, at_most, [this] { return has_news_; });
  has_news_ = false;
}

}  // namespace tabiya
