// A position and its past as the floats a policy network reads: planes of 8×8, one after another.
//
//   each of H steps, newest first   14 planes: own pawns … king, the opponent's pawns … king,
//                                   position seen at least twice, at least three times
//   then, of the present            7 planes: own queenside and kingside castling right, the
//                                   opponent's, half-move clock, move number, zeros
//
// Own means: of the side to move now, for the past too. Within a plane the squares stand in their
// usual order, with ranks counted from that side. docs/encoding.md tells it all.
#pragma once

#include <cstddef>
#include <span>

#include "chess/square.h"
#include "encode/history.h"

namespace tabiya {

inline constexpr int kPlanesOfStep = 14;
inline constexpr int kPlanesOfPresent = 7;

constexpr int planes_for(int history_steps) {
  return kPlanesOfStep * history_steps + kPlanesOfPresent;
}
constexpr std::size_t plane_floats_for(int history_steps) {
  return static_cast<std::size_t>(planes_for(history_steps)) * kSquares;
}

// Writes plane_floats_for(history_steps) floats, every one of them, so the buffer needs no
// clearing; floats after them stay as they are. Steps that the history does not have are zero.
// Never allocates. Preconditions: the history is not empty; 1 <= history_steps <= kMostHistory;
// `out` is long enough.
void encode_planes(const History&, int history_steps, std::span<float> out);

}  // namespace tabiya
