// What the pieces left on the board can still do.
#pragma once

#include "chess/position.h"

namespace tabiya {

// Drawn at once: K v K, K+N v K, K+B v K, and any number of bishops that all stand on one
// square colour. Everything else is playable.
bool is_insufficient_material(const Position&);

// Could this side mate if the other helped? When a flag falls, the game is drawn if the
// opponent could not. Judged by material alone, as online servers do: a locked position in
// which no mate can be reached still counts as one that can.
bool can_mate(const Position&, Color);

}  // namespace tabiya
