// From a score to the chances of winning, drawing and losing.
#pragma once

#include "chess/position.h"
#include "search/score.h"

namespace tabiya {

// With this many pieces on the board.
WinDrawLoss chances_of(Score, int pieces);
WinDrawLoss chances_of(Score, const Position&);

}  // namespace tabiya
