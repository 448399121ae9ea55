// How long to think: from the clocks of a game to the moment a search should end.
#pragma once

#include <chrono>
#include <optional>

#include "search/limits.h"

namespace tabiya {

// What a clock allows for one move. None: as long as one likes.
struct TimeBudget {
  std::optional<Milliseconds> ideal;    // enough for an ordinary move
  std::optional<Milliseconds> highest;  // beyond this the game is at risk
};

// A pure function of the limits; never zero or less, however short or absurd the clock.
TimeBudget time_budget(const SearchLimits&, Color side_to_move);

}  // namespace tabiya
