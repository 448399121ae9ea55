// From a network that was trained to the one of whole numbers, and what that loses.
#pragma once

#include <cstddef>
#include <span>

#include "dataset/scored_position.h"
#include "nnue/network.h"
#include "nnue/network_parts.h"
#include "train/nnue/float_network.h"
#include "train/work_team.h"

namespace tabiya {

// Whole numbers for the output layer that make up for the rounding of all others.
//
// Rounded one by one, hundreds of weights are each off by up to half a quantum, and the errors add
// up to tens of centipawns. But what matters is only their sum in real positions: so the output
// weights are moved by whole quanta, one after another, as long as that brings the scores of many
// positions nearer to those of the network that was trained.
//
// Like quantized(), but fitted to these positions, each output to those that it scores; the first
// kMostFitPositions for each are enough. They should not be those by which the result is judged.
inline constexpr std::size_t kMostFitPositions = 8192;

// Out of this many positions the outputs that score few of them find enough, too.
constexpr std::size_t positions_to_fit(const NnueShape& shape) {
  return shape.outputs == 1 ? kMostFitPositions : std::size_t{2} * kMostOutputs * kMostFitPositions;
}

NetworkParts fitted_quantized(const FloatNetwork& network, int scale,
                              std::span<const ScoredPosition>, WorkTeam&);

struct QuantizationLoss {
  std::size_t positions = 0;
  double mean = 0;   // centipawns
  double worst = 0;  // centipawns
};

// In the arithmetic that the engine plays with.
int score_of(const Network&, const ScoredPosition&);

// Scores are compared within ±kHighestEvaluation. Precondition: networks of the same shape.
QuantizationLoss quantization_loss(const FloatNetwork&, const Network&,
                                   std::span<const ScoredPosition>, WorkTeam&);

}  // namespace tabiya
