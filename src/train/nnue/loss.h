// What a network's output is compared with, and how a difference counts.
#pragma once

#include <cmath>

#include "dataset/scored_position.h"

namespace tabiya {

// Everything that a loss depends on besides network and positions.
struct LossShape {
  float blend = 0.5F;    // the share of the game's result in the target; the rest is the score
  float power = 2.0F;    // of the difference
  float scale = 400.0F;  // centipawns of an output of one
};

inline float sigmoid(float x) { return 1.0F / (1.0F + std::exp(-x)); }

// The expected result for the side to move, 0 to 1.
inline float target_of(const ScoredPosition& position, const LossShape& shape) {
  const float result = 0.5F * (static_cast<float>(position.result) + 1.0F);
  const float expected = sigmoid(static_cast<float>(position.score) / shape.scale);
  return shape.blend * result + (1.0F - shape.blend) * expected;
}

struct PositionLoss {
  float loss;
  float slope;  // its derivative by the network's output
};

inline PositionLoss loss_of(float output, const ScoredPosition& position, const LossShape& shape) {
  const float expected = sigmoid(output);
  const float difference = expected - target_of(position, shape);
  const float distance = std::abs(difference);
  const float by_expected =
      shape.power == 2.0F
          ? 2.0F * difference
          : std::copysign(shape.power * std::pow(distance, shape.power - 1.0F), difference);
  return {.loss = shape.power == 2.0F ? difference * difference : std::pow(distance, shape.power),
          .slope = by_expected * expected * (1.0F - expected)};
}

}  // namespace tabiya
