#include "search/score.h"

#include <algorithm>
#include <cmath>

namespace tabiya {

// Two logistic curves: an advantage of `half` centipawns wins every other game, and the chances
// change over `slope`. With fewer pieces the same advantage wins less often: 100 centipawns are a
// winning attack in one position and a drawn rook ending in another.
WinDrawLoss chances_of(Score score, int pieces) {
  if (score.is_mate()) return score.is_win() ? WinDrawLoss{1, 0, 0} : WinDrawLoss{0, 0, 1};
  const double half = 150 + 3 * (32 - pieces);
  const double slope = 85;
  const auto wins = [&](double advantage) {
    return 1000 / (1 + std::exp((half - advantage) / slope));
  };
  const int win = static_cast<int>(std::lround(wins(score.centipawns())));
  const int loss = static_cast<int>(std::lround(wins(-score.centipawns())));
  const auto share = [](int part) { return static_cast<float>(part) / 1000; };
  return {share(win), share(std::max(1000 - win - loss, 0)), share(loss)};
}

WinDrawLoss chances_of(Score score, const Position& position) {
  return chances_of(score, position.occupied().count());
}

}  // namespace tabiya
