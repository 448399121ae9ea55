// The 768 inputs of the networks: which of them a piece switches on, as one player sees the board.
//
// Own pieces come first, 384 inputs, then the opponent's; within each the types from pawn to king,
// and within a type the 64 squares, ranks counted from the player's own side. So both players see
// mirrored positions alike, and one set of weights serves both.
#pragma once

#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

inline constexpr int kFeatures = 768;

constexpr int feature_index(Color perspective, Piece piece, Square square) {
  return (piece.color() == perspective ? 0 : kFeatures / 2) + kSquares * index(piece.type()) +
         index(relative(perspective, square));
}

}  // namespace tabiya
