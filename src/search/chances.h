// From a score to the chances of winning, drawing and losing.
#pragma once

#include "chess/position.h"
#include "search/score.h"

namespace tabiya {

WinDrawLoss chances_of(Score, const Position&);

}  // namespace tabiya
