// When a tree search has looked long enough: the limits, the clock, and whether more visits could
// still change anything.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/limits.h"
#include "search/mcts/root_statistics.h"
#include "search/time_manager.h"

namespace tabiya {

class SearchPatience {
 public:
  // The limits are kept by reference.
  SearchPatience(const SearchLimits&, Color side_to_move);

  // Whether there is something to look at every few milliseconds.
  bool is_short() const { return budget_.highest || limits_.depth; }

  // The time may be up before the network has answered for the first time. Without its answer a
  // move is a guess, so it is waited for, up to a second longer, but not until the flag falls.
  bool is_too_late_for_root(Milliseconds on_clock) const { return latest_ && on_clock >= *latest_; }
  bool is_time_up(Milliseconds on_clock) const {
    return budget_.highest && on_clock >= *budget_.highest;
  }

  struct Progress {
    Milliseconds on_clock{0};    // of the player's time
    Milliseconds searched{0};    // with what was thought while pondering
    std::uint64_t finished = 0;  // visits
    int threads = 1;
    int average_depth = 0;
  };
  // The moves are those of the root, best first.
  bool is_enough(const Progress&, const std::vector<EdgeStatistics>&) const;

 private:
  const SearchLimits& limits_;
  TimeBudget budget_;
  std::optional<Milliseconds> latest_;
};

}  // namespace tabiya
