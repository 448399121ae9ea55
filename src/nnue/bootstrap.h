// The handcrafted network: an evaluation as chess programs had it before networks, written in
// weights. The program plays with it until it has learnt better.
//
// docs/nnue.md tells what it knows and how neurons that only add and clip can know it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"
#include "encode/features.h"
#include "nnue/network_parts.h"

namespace tabiya {

NetworkParts bootstrap_parts();

// Its score is the sum of all outputs and the tempo, divided by this, towards zero.
inline constexpr int kBootstrapUnitsPerCentipawn = 48;
inline constexpr int kTempo = 12;  // centipawns for having the move

// The difference of middlegame and endgame value counts in steps of this.
inline constexpr int kTaperStep = 4;

// One neuron of the network.
//
// It looks at the board as one player does. What it finds counts for the player to move and, the
// network having every neuron for both players, against the opponent.
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

// Material and piece-square values, tapered from middlegame to endgame.
std::vector<Neuron> tapered_neurons();

// Pawn structure, passed pawns, files for rooks, shelter for the king: bootstrap_values.h.
std::vector<Neuron> structure_neurons();

// A piece's value in the middlegame, rounded so that it differs from the endgame by whole steps.
int stepped_middlegame(PieceType, Square);

}  // namespace tabiya
