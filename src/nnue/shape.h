// What kind of network it is: how it sees the board, and how large it is.
#pragma once

#include <cassert>

#include "encode/features.h"

namespace tabiya {

// One in a quantised number of the feature layer.
inline constexpr int kQuantumA = 255;

inline constexpr int kLowestWidth = 64;
inline constexpr int kHighestWidth = 2048;
inline constexpr int kWidthStep = 64;

// A network has one output for all positions, or this many, each for a number of pieces.
inline constexpr int kMostOutputs = 8;
inline constexpr int kPiecesOfAnOutput = 4;

// One in a quantised output weight: networks have either.
inline constexpr int kCoarseQuantumB = 64;
inline constexpr int kFineQuantumB = 128;

// The defaults are those of the first format, which could say nothing else.
struct NnueShape {
  int width = 0;          // neurons of the feature layer, for each player
  bool mirrored = false;  // inputs mirrored by each player's own king
  int outputs = 1;
  int quantum_b = kCoarseQuantumB;

  // Which output scores a position: of eight the first with 2 to 5 pieces on the board, kings
  // included, and the last with 30 to 32.
  int output_for(int pieces) const {
    assert(pieces >= 2 && pieces <= 32);
    return outputs == 1 ? 0 : (pieces - 2) / kPiecesOfAnOutput;
  }

  PlayerView view(Color player, Square own_king) const {
    return mirrored ? PlayerView::mirrored_by_king(player, own_king) : PlayerView(player);
  }

  bool operator==(const NnueShape&) const = default;
};

}  // namespace tabiya
