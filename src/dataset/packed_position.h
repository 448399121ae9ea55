// A scored position in 32 bytes, as it waits to be shuffled and read.
#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"
#include "dataset/scored_position.h"

namespace tabiya {

struct PackedPosition {
  std::uint64_t occupied;              // ranks counted from the side of the player to move
  std::array<std::uint8_t, 16> kinds;  // four bits a piece in the order of its square: own pawn 0 …
                                       // king 5, the opponent's 6 … 11
  std::int16_t score;
  std::int8_t result;
  bool may_mirror;   // left and right are alike to chess: nobody may castle any more
  bool is_mirrored;  // to be read with left and right exchanged
};
static_assert(sizeof(PackedPosition) == 32);

// Score and result for the player to move.
PackedPosition packed(const Position&, std::int16_t score, std::int8_t result);

// Features come in ascending order.
void unpack(const PackedPosition&, ScoredPosition& out);

}  // namespace tabiya
