// A position as the training of an NNUE wants it: which inputs are 1, and what it is worth; and the
// same in 32 bytes, as it waits to be shuffled and read.
#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"
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

struct PackedPosition {
  std::uint64_t occupied;              // ranks counted from the side of the player to move
  std::array<std::uint8_t, 16> kinds;  // four bits a piece in the order of its square: own pawn 0 …
                                       // king 5, the opponent's 6 … 11
  std::int16_t score;
  std::int8_t result;
  bool may_mirror;   // left and right are alike to chess: nobody may castle any more
  bool is_mirrored;  // to be read with left and right exchanged, if it may be
};
static_assert(sizeof(PackedPosition) == 32);

// Score and result for the player to move.
PackedPosition packed(const Position&, std::int16_t score, std::int8_t result);

// Features come in ascending order.
void unpack(const PackedPosition&, ScoredPosition& out);

}  // namespace tabiya
