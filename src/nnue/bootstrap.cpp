#include "nnue/bootstrap.h"

#include <cassert>
#include <cstddef>
#include <limits>

namespace tabiya {

namespace {

constexpr std::size_t kWidth = 256;

std::int16_t as_weight(int value) {
  assert(value >= std::numeric_limits<std::int16_t>::min() &&
         value <= std::numeric_limits<std::int16_t>::max());
  return static_cast<std::int16_t>(value);
}

std::vector<Neuron> all_neurons() {
  std::vector<Neuron> neurons = tapered_neurons();
  for (const Neuron& neuron : structure_neurons()) neurons.push_back(neuron);
  return neurons;
}

}  // namespace

NetworkParts bootstrap_parts() {
  const std::vector<Neuron> neurons = all_neurons();
  assert(neurons.size() <= kWidth);
  NetworkParts parts{
      .name = "bootstrap",
      .notes =
          "Made by hand with \"tabiya net bootstrap\": material and piece-square values\n"
          "(PeSTO's by Ronald Friederich, Chess Programming Wiki), tapered, pawn\n"
          "structure, passed pawns, files for rooks and shelter for the king.\n",
      .activation = Activation::Clipped,
      .shape = {.width = kWidth},
      .scale = kQuantumA * kCoarseQuantumB / kBootstrapUnitsPerCentipawn,
      .feature_weights = std::vector<std::int16_t>(kFeatures * kWidth),
      .feature_biases = std::vector<std::int16_t>(kWidth),
      .output_weights = std::vector<std::int16_t>(2 * kWidth),
      .output_biases = {kTempo * kBootstrapUnitsPerCentipawn}};
  static_assert(kQuantumA * kCoarseQuantumB % kBootstrapUnitsPerCentipawn == 0);
  for (std::size_t n = 0; n < neurons.size(); ++n) {
    for (std::size_t feature = 0; feature < kFeatures; ++feature)
      parts.feature_weights[feature * kWidth + n] = as_weight(neurons[n].weights[feature]);
    parts.feature_biases[n] = as_weight(neurons[n].bias);
    parts.output_weights[n] = as_weight(neurons[n].output);
    parts.output_weights[kWidth + n] = as_weight(-neurons[n].output);
  }
  return parts;
}

}  // namespace tabiya
