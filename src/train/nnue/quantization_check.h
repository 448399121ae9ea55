// What a trained network loses when its numbers become whole.
#pragma once

#include <cstddef>
#include <span>

#include "dataset/scored_position.h"
#include "nnue/network.h"
#include "train/nnue/float_network.h"
#include "train/work_team.h"

namespace tabiya {

struct QuantizationLoss {
  std::size_t positions = 0;
  double mean = 0;   // centipawns
  double worst = 0;  // centipawns
};

// In the arithmetic that the engine plays with.
int score_of(const Network&, const ScoredPosition&);

// Scores are compared within ±kHighestEvaluation. Precondition: networks of the same width.
QuantizationLoss quantization_loss(const FloatNetwork&, const Network&,
                                   std::span<const ScoredPosition>, WorkTeam&);

}  // namespace tabiya
