// How the engine answers a draw offer, on the page and in the terminal.
#pragma once

#include "search/score.h"

namespace tabiya {

// It agrees when it is worse, or late in the game when it is not better. The score is from its
// view.
constexpr bool agrees_to_draw(Score score, int half_moves_played) {
  constexpr Score worse = Score::centipawns(-60);
  constexpr Score not_better = Score::centipawns(20);
  constexpr int late = 60;
  return score <= worse || (score <= not_better && half_moves_played >= late);
}

}  // namespace tabiya
