// Who is ahead in material once the captures that stand on the board are made.
//
// Not an engine: good enough to throw away random openings in which something hangs.
#pragma once

#include "chess/position.h"
#include "notation/pgn_comment.h"

namespace tabiya {

// From the side to move, with pawn 100, knight 325, bishop 350, rook 500, queen 900. Exact if it
// lies within ±limit; beyond, only that it does.
Centipawns material_after_captures(const Position&, Centipawns limit);

}  // namespace tabiya
