// What a network's raw outputs say about chances and moves.
#pragma once

#include <optional>
#include <span>

#include "inference/evaluator.h"
#include "inference/network_shape.h"

namespace tabiya {

// Nothing if the numbers are not finite or cannot be what they are said to be.
std::optional<WinDrawLoss> chances_from(std::span<const float> outputs, ValueKind);

// Softmax of logits at a temperature, in place. False if one is not finite.
bool make_probabilities(std::span<float> logits, float temperature);

}  // namespace tabiya
