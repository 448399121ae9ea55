#include "inference/network_outputs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tabiya {

namespace {

// Rounding, and the 8 bits of some networks, may carry an output a little too far.
constexpr float kTolerance = 0.02F;

std::optional<WinDrawLoss> chances_from_scalar(float value) {
  if (!std::isfinite(value) || std::abs(value) > 1 + kTolerance) return std::nullopt;
  value = std::clamp(value, -1.0F, 1.0F);
  // How often games are drawn, a single number does not tell. As if the result were two halves,
  // each won independently.
  const float half = (1 + value) / 2;
  return WinDrawLoss{half * half, 2 * half * (1 - half), (1 - half) * (1 - half)};
}

std::optional<WinDrawLoss> chances_from_probabilities(std::span<const float> outputs) {
  float sum = 0;
  for (const float output : outputs) {
    if (!std::isfinite(output) || output < -kTolerance) return std::nullopt;
    sum += std::max(output, 0.0F);
  }
  if (std::abs(sum - 1) > 3 * kTolerance) return std::nullopt;
  return WinDrawLoss{std::max(outputs[0], 0.0F) / sum, std::max(outputs[1], 0.0F) / sum,
                     std::max(outputs[2], 0.0F) / sum};
}

}  // namespace

std::optional<WinDrawLoss> chances_from(std::span<const float> outputs, ValueKind kind) {
  switch (kind) {
    case ValueKind::Scalar:
      return chances_from_scalar(outputs[0]);
    case ValueKind::WdlProbabilities:
      return chances_from_probabilities(outputs.first(3));
    case ValueKind::WdlLogits: {
      std::array<float, 3> logits{outputs[0], outputs[1], outputs[2]};
      if (!make_probabilities(logits, 1)) return std::nullopt;
      return WinDrawLoss{logits[0], logits[1], logits[2]};
    }
  }
  return std::nullopt;
}

bool make_probabilities(std::span<float> logits, float temperature) {
  for (const float logit : logits)
    if (!std::isfinite(logit)) return false;
  // Less the largest, so that no exponential overflows and one of them is 1.
  const float largest = *std::ranges::max_element(logits);
  float sum = 0;
  for (float& logit : logits) {
    logit = std::exp((logit - largest) / temperature);
    sum += logit;
  }
  for (float& probability : logits) probability /= sum;
  return true;
}

}  // namespace tabiya
