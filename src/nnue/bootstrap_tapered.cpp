// Material and piece-square values as neurons that add and clip.
//
// Let E be the endgame values of this player's pieces less the opponent's, D the same of what the
// middlegame adds to them, and P the phase, from 0 (kings and pawns) to 24 (all pieces). Wanted is
// E + D·P/24, a product, which sums and clips do not have. But P is a small whole number.
//
//  - E: a thermometer. Neuron j is clip(E + c_j) with c_j in steps of 255, so each neuron measures
//    its own slice of E, and their sum is E plus a constant.
//  - D·P: neuron k is clip(D/4 + 127 + M·(P - k)). With P below k it is 0, above k it is 255, and
//    at P = k it is D/4 + 127. Times k that is D/4·P, and a part that depends on P alone.
//
// What both players have alike, the constants and the part that depends on P, cancels when the
// opponent's half is subtracted; what is left is twice the wanted.
#include <algorithm>

#include "nnue/bootstrap.h"
#include "nnue/bootstrap_values.h"

namespace tabiya {

namespace {

namespace values = piece_square;

constexpr int kSlice = kQuantumA;
constexpr int kThermometer = 40;   // slices: E is exact up to ±5100
constexpr int kHighestPhase = 32;  // with promotions; beyond, only E counts
constexpr int kMiddle = 127;       // D is exact up to ±127 steps

// M has to be more than 255, and 120·M, fifteen queens a side, must not leave 16 bits. What it has
// over 255 is how far D may stray from its range before neighbours of neuron P begin to move.
constexpr int kPhaseStep = 262;

// Values as the owner's view has them go to the squares as this player sees them.
template <class Value>
void add_balance(Neuron& neuron, Value value) {
  for (const PieceType type : kPieceTypes) {
    for (const Square square : kAllSquares) {
      if (type == PieceType::Pawn && (rank_of(square) == Rank::R1 || rank_of(square) == Rank::R8))
        continue;
      neuron.weight(Side::Own, type, square) += value(type, square);
      neuron.weight(Side::Opponent, type, mirrored(square)) -= value(type, square);
    }
  }
}

Neuron endgame_slice(int j) {
  Neuron neuron;
  add_balance(neuron, values::endgame);
  neuron.bias = kSlice * (kThermometer / 2 - j);
  neuron.output = values::kFullPhase;
  return neuron;
}

Neuron middlegame_at_phase(int k) {
  Neuron neuron;
  add_balance(neuron, [](PieceType type, Square square) {
    return (stepped_middlegame(type, square) - values::endgame(type, square)) / kTaperStep;
  });
  for (const Side side : {Side::Own, Side::Opponent})
    for (const PieceType type : kPieceTypes)
      neuron.add(side, type, kAllSquares, kPhaseStep * values::phase(type));
  neuron.bias = kMiddle - kPhaseStep * k;
  neuron.output = kTaperStep * std::min(k, values::kFullPhase);
  return neuron;
}

}  // namespace

int stepped_middlegame(PieceType type, Square square) {
  const int endgame = values::endgame(type, square);
  const int more = values::middlegame(type, square) - endgame;
  const int steps = (more >= 0 ? more + kTaperStep / 2 : more - kTaperStep / 2) / kTaperStep;
  return endgame + kTaperStep * steps;
}

std::vector<Neuron> tapered_neurons() {
  std::vector<Neuron> neurons;
  neurons.reserve(kThermometer + kHighestPhase);
  for (int j = 0; j < kThermometer; ++j) neurons.push_back(endgame_slice(j));
  for (int k = 1; k <= kHighestPhase; ++k) neurons.push_back(middlegame_at_phase(k));
  return neurons;
}

}  // namespace tabiya
