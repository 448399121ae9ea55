#include "search/time_manager.h"

#include <algorithm>

namespace tabiya {

namespace {

constexpr Milliseconds kLeast{1};
// A game seldom lasts longer than this many moves from wherever one looks.
constexpr int kMovesAhead = 40;
// Numbers beyond a year come from mistakes; cut off, they cannot overflow either.
constexpr Milliseconds kLongest = std::chrono::hours(24 * 365);

Milliseconds sane(Milliseconds time) { return std::clamp(time, Milliseconds(0), kLongest); }

}  // namespace

TimeBudget time_budget(const SearchLimits& limits, Color side_to_move) {
  TimeBudget budget;
  const Milliseconds overhead = sane(limits.move_overhead);

  if (const PlayerClock& clock = limits.clock(side_to_move); clock.left) {
    const Milliseconds left = sane(*clock.left);
    const Milliseconds increment = std::min(sane(clock.increment), kLongest / 100);
    // When the clock is nearly empty the whole overhead would leave nothing; then half has to do.
    const Milliseconds usable = std::max({left - overhead, left / 2 - overhead / 4, kLeast});
    const int moves = std::clamp(limits.moves_to_go.value_or(kMovesAhead), 1, kMovesAhead);

    // All that will be there until the moves are made, spread over them: somewhat more now than
    // later, for early decisions matter longer and games often end sooner.
    const Milliseconds to_spend =
        std::max(kLeast, usable + (moves - 1) * std::max(increment - overhead, Milliseconds(0)));
    const bool until_control = limits.moves_to_go.has_value();
    const Milliseconds share = to_spend / moves * (until_control ? 10 : 16) / 10;
    budget.ideal = std::clamp(share, kLeast, std::max(usable * 7 / 10, kLeast));
    const Milliseconds safe = moves == 1 ? usable * 9 / 10 : usable * 6 / 10;
    budget.highest = std::clamp(*budget.ideal * 5, kLeast, std::max(safe, kLeast));
    budget.ideal = std::min(*budget.ideal, *budget.highest);
  }
  if (limits.move_time) {
    const Milliseconds time = std::max(sane(*limits.move_time) - overhead, kLeast);
    budget.highest = std::min(time, budget.highest.value_or(time));
  }
  return budget;
}

}  // namespace tabiya
