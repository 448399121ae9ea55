// From a score to the chances of winning, drawing and losing.
#pragma once

#include "chess/position.h"
#include "chess/win_draw_loss.h"
#include "search/score.h"

namespace tabiya {

// With this many pieces on the board. In whole thousandths.
WinDrawLoss chances_of(Score, int pieces);
WinDrawLoss chances_of(Score, const Position&);

}  // namespace tabiya
