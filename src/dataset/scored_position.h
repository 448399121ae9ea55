// A position as the training of an NNUE wants it: which inputs are 1, and what it is worth.
#pragma once

#include <array>
#include <cstdint>

#include "encode/features.h"

namespace tabiya {

// All from the view of the player to move.
struct ScoredPosition {
  // The inputs that are 1 in the order of feature_index(side to move, …); `count` of them.
  std::array<std::uint16_t, 32> features;
  std::uint8_t count = 0;
  std::int8_t result = 0;  // 1 won, 0 drawn, −1 lost
  std::int16_t score = 0;  // centipawns
};

// The same piece on the same square as the opponent sees it.
constexpr std::uint16_t seen_by_opponent(std::uint16_t feature) {
  const int turned = feature < kFeatures / 2 ? feature + kFeatures / 2 : feature - kFeatures / 2;
  return static_cast<std::uint16_t>(turned ^ 56);  // the rank is the second octal digit
}

}  // namespace tabiya
