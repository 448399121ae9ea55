// The handcrafted network: an evaluation as chess programs had it before networks, written in
// weights. The program plays with it until it has learnt better.
//
// docs/nnue.md tells what it knows and how neurons that only add and clip can know it.
#pragma once

#include <vector>

#include "nnue/bootstrap_neuron.h"
#include "nnue/network_parts.h"

namespace tabiya {

NetworkParts bootstrap_parts();

// Its score is the sum of all outputs and the tempo, divided by this, towards zero.
inline constexpr int kBootstrapUnitsPerCentipawn = 48;
inline constexpr int kTempo = 12;  // centipawns for having the move

// The difference of middlegame and endgame value counts in steps of this.
inline constexpr int kTaperStep = 4;

// Material and piece-square values, tapered from middlegame to endgame.
std::vector<Neuron> tapered_neurons();

// Pawn structure, passed pawns, files for rooks, shelter for the king: structure_values.h.
std::vector<Neuron> structure_neurons();

// A piece's value in the middlegame, rounded so that it differs from the endgame by whole steps.
int stepped_middlegame(PieceType, Square);

}  // namespace tabiya
