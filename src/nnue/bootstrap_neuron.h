// One neuron of a network made by hand.
//
// It looks at the board as one player does. What it finds counts for the player to move and, the
// network having every neuron for both players, against the opponent.
#pragma once

#include <array>
#include <cstddef>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"
#include "encode/features.h"

namespace tabiya {

enum class Side : std::uint8_t { Own, Opponent };

struct Neuron {
  std::array<int, kFeatures> weights{};
  int bias = 0;
  int output = 0;  // what each unit of its activation counts

  int& weight(Side side, PieceType type, Square square) {
    // Seen by White, White's pieces are the own ones.
    const Color color = side == Side::Own ? Color::White : Color::Black;
    return weights[static_cast<std::size_t>(
        feature_index(Color::White, Piece(color, type), square))];
  }
  Neuron& add(Side side, PieceType type, Bitboard squares, int value) {
    for (const Square square : squares) weight(side, type, square) += value;
    return *this;
  }
};

}  // namespace tabiya
