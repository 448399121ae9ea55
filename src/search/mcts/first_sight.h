// A move to play when nothing was searched: the network has failed, or was not given the time to
// answer once.
#pragma once

#include <span>

#include "chess/position.h"

namespace tabiya {

// Mates if that is possible in one move; otherwise takes what can be had and leaves nothing to be
// taken, as far as one reply shows. Precondition: the moves are legal, and there is one.
Move move_at_first_sight(const Position&, std::span<const Move>);

}  // namespace tabiya
