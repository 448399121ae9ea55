// Whole numbers for the output layer that make up for the rounding of all others.
//
// Rounded one by one, hundreds of weights are each off by up to half a quantum, and the errors add
// up to tens of centipawns. But what matters is only their sum in real positions: so the output
// weights are moved by whole quanta, one after another, as long as that brings the scores of many
// positions nearer to those of the network that was trained.
#pragma once

#include <span>

#include "dataset/scored_position.h"
#include "nnue/network_parts.h"
#include "train/nnue/float_network.h"
#include "train/work_team.h"

namespace tabiya {

// Like quantized(), but fitted to these positions; the first kMostFitPositions of them are enough.
// They should not be those by which the result is judged.
inline constexpr std::size_t kMostFitPositions = 8192;
NetworkParts fitted_quantized(const FloatNetwork& network, int scale,
                              std::span<const ScoredPosition>, WorkTeam&);

}  // namespace tabiya
