#include "search/mcts/patience.h"

#include <algorithm>

namespace tabiya {
namespace {

constexpr Milliseconds kForTheFirstEvaluation{1000};

}  // namespace

SearchPatience::SearchPatience(const SearchLimits& limits, Color side_to_move)
    : limits_(limits), budget_(time_budget(limits, side_to_move)) {
  if (!budget_.highest) return;
  latest_ = *budget_.highest + kForTheFirstEvaluation;
  if (const PlayerClock& clock = limits.clock(side_to_move); clock.left)
    latest_ = std::clamp(*clock.left / 10 * 9 - limits.move_overhead, *budget_.highest, *latest_);
}

bool SearchPatience::is_enough(const Progress& progress,
                               const std::vector<EdgeStatistics>& moves) const {
  if (limits_.depth && progress.average_depth >= *limits_.depth) return true;
  if (!budget_.highest) return false;
  if (is_time_up(progress.on_clock)) return true;
  if (moves.empty()) return false;
  if (moves.size() == 1 && budget_.ideal) return true;
  // The most visited move should also look best; if it does not, it may take somewhat longer.
  bool is_settled = true;
  for (const EdgeStatistics& move : moves)
    if (move.visits > moves.front().visits / 2 && move.value > moves.front().value + 0.02F)
      is_settled = false;
  const Milliseconds planned =
      budget_.ideal
          ? std::min(is_settled ? *budget_.ideal : *budget_.ideal * 3 / 2, *budget_.highest)
          : *budget_.highest;
  if (progress.on_clock >= planned) return true;
  // Can the second still overtake the first in the time that is left?
  if (limits_.multi_pv > 1 || !budget_.ideal || moves.size() < 2) return false;
  // Before some batches have come back, nobody knows how fast it goes.
  const auto finished = static_cast<double>(progress.finished);
  if (finished < 64.0 * std::max(progress.threads, 1)) return false;
  const auto elapsed = static_cast<double>(std::max<std::int64_t>(progress.searched.count(), 1));
  const double rate = finished / elapsed;
  const double to_come = rate * static_cast<double>((planned - progress.on_clock).count());
  return elapsed > 20 && moves[0].visits > moves[1].visits + to_come;
}

}  // namespace tabiya
