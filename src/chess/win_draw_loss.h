// How a game may end for the player to move: three probabilities that sum to one.
#pragma once

#include <algorithm>
#include <cmath>

namespace tabiya {

struct WinDrawLoss {
  float win = 0;
  float draw = 1;
  float loss = 0;

  constexpr float value() const { return win - loss; }  // −1 … 1

  // As people and programs are told: whole numbers that sum to 1000.
  struct Permille {
    int win;
    int draw;
    int loss;
    constexpr bool operator==(const Permille&) const = default;
  };
  Permille permille() const {
    const int wins = static_cast<int>(std::lround(1000 * std::clamp(win, 0.0F, 1.0F)));
    const int losses = static_cast<int>(std::lround(1000 * std::clamp(loss, 0.0F, 1.0F)));
    return {wins, 1000 - wins - std::min(losses, 1000 - wins), std::min(losses, 1000 - wins)};
  }

  constexpr bool operator==(const WinDrawLoss&) const = default;
};

}  // namespace tabiya
