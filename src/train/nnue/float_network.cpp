#include "train/nnue/float_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/random.h"
#include "base/result.h"

namespace tabiya {

namespace {

// Evenly between −highest and highest.
float uniform(Random& random, float highest) {
  const auto bits = static_cast<float>(random() >> 40);  // 24, as many as a float holds
  return (bits / 8'388'608.0F - 1.0F) * highest;
}

std::int16_t whole(float value) { return static_cast<std::int16_t>(std::lround(value)); }

}  // namespace

FloatNetwork::FloatNetwork(const NnueShape& shape)
    : shape_(shape),
      width_(static_cast<std::size_t>(shape.width)),
      values_(output_bias_offset() + outputs()) {
  assert(shape.width % kWidthStep == 0 && shape.width > 0);
}

FloatNetwork FloatNetwork::random(const NnueShape& shape, std::uint64_t seed) {
  FloatNetwork network(shape);
  Random random(seed);
  const std::span<float> values = network.values();
  // Uniform numbers up to a have the variance a²/3; He asks for 2/inputs.
  const float feature_range = std::sqrt(6.0F / kFeatures);
  const float output_range = std::sqrt(3.0F / (2.0F * static_cast<float>(shape.width)));
  for (float& value : values.first(network.bias_offset())) value = uniform(random, feature_range);
  const std::size_t weights = 2 * network.width_;
  const std::span<float> first = values.subspan(network.output_offset(), weights);
  for (float& value : first) value = uniform(random, output_range);
  for (std::size_t output = 1; output < network.outputs(); ++output)
    std::ranges::copy(first, values.begin() + static_cast<std::ptrdiff_t>(network.output_offset() +
                                                                          output * weights));
  return network;
}

Result<FloatNetwork> FloatNetwork::from(const NetworkParts& parts) {
  if (const auto fault = fault_of(parts)) return std::unexpected(Error{fault->message});
  if (parts.activation != Activation::Squared)
    return failure("its activation is {}, and training knows only networks with {} activation",
                   name(parts.activation), name(Activation::Squared));
  FloatNetwork network(parts.shape);
  const std::span<float> values = network.values();
  const std::size_t width = network.width_;
  for (std::size_t feature = 0; feature < kFeatures; ++feature)
    for (std::size_t neuron = 0; neuron < width; ++neuron)
      values[network.weight_offset(feature, neuron)] =
          static_cast<float>(parts.feature_weights[feature * width + neuron]) / kOneA;
  for (std::size_t neuron = 0; neuron < width; ++neuron)
    values[network.bias_offset() + neuron] =
        static_cast<float>(parts.feature_biases[neuron]) / kOneA;
  const auto one_b = static_cast<float>(parts.shape.quantum_b);
  for (std::size_t i = 0; i < parts.output_weights.size(); ++i)
    values[network.output_offset() + i] = static_cast<float>(parts.output_weights[i]) / one_b;
  for (std::size_t output = 0; output < network.outputs(); ++output)
    values[network.output_bias_offset() + output] =
        static_cast<float>(parts.output_biases[output]) / (kOneA * one_b);

  // Output weights are never beyond: the program computes with no others.
  const auto weights = values.first(network.output_offset());
  if (std::ranges::any_of(weights, [](float w) { return std::abs(w) > kHighestWeight + 0.02F; }))
    return failure("it has weights beyond {}, the limit of training, so it would be spoilt",
                   kHighestWeight);
  return network;
}

bool FloatNetwork::is_finite() const {
  return std::ranges::all_of(values(), [](float value) { return std::isfinite(value); });
}

NetworkParts quantized(const FloatNetwork& network, int scale) {
  assert(network.is_finite());
  const auto width = static_cast<std::size_t>(network.width());
  const std::span<const float> values = network.values();
  NetworkParts parts{.name = {},
                     .notes = {},
                     .activation = Activation::Squared,
                     .shape = network.shape(),
                     .scale = scale,
                     .feature_weights = std::vector<std::int16_t>(kFeatures * width),
                     .feature_biases = std::vector<std::int16_t>(width),
                     .output_weights = std::vector<std::int16_t>(network.outputs() * 2 * width),
                     .output_biases = std::vector<std::int32_t>(network.outputs())};
  for (std::size_t feature = 0; feature < kFeatures; ++feature)
    for (std::size_t neuron = 0; neuron < width; ++neuron)
      parts.feature_weights[feature * width + neuron] =
          whole(values[network.weight_offset(feature, neuron)] * kOneA);
  for (std::size_t neuron = 0; neuron < width; ++neuron)
    parts.feature_biases[neuron] = whole(values[network.bias_offset() + neuron] * kOneA);
  const auto one_b = static_cast<float>(network.shape().quantum_b);
  for (std::size_t i = 0; i < parts.output_weights.size(); ++i)
    parts.output_weights[i] = whole(values[network.output_offset() + i] * one_b);
  for (std::size_t output = 0; output < network.outputs(); ++output) {
    // An output beyond this is beyond every score, too.
    const float bias = std::clamp(values[network.output_bias_offset() + output], -1000.0F, 1000.0F);
    parts.output_biases[output] = static_cast<std::int32_t>(std::lround(bias * kOneA * one_b));
  }
  return parts;
}

}  // namespace tabiya
