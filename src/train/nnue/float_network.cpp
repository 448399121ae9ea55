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

FloatNetwork::FloatNetwork(int width)
    : width_(static_cast<std::size_t>(width)), values_(output_bias_offset() + 1) {
  assert(width % kWidthStep == 0 && width > 0);
}

FloatNetwork FloatNetwork::random(int width, std::uint64_t seed) {
  FloatNetwork network(width);
  Random random(seed);
  const std::span<float> values = network.values();
  // Uniform numbers up to a have the variance a²/3; He asks for 2/inputs.
  const float feature_range = std::sqrt(6.0F / kFeatures);
  const float output_range = std::sqrt(3.0F / (2.0F * static_cast<float>(width)));
  for (float& value : values.first(network.bias_offset())) value = uniform(random, feature_range);
  for (float& value : values.subspan(network.output_offset(), 2 * network.width_))
    value = uniform(random, output_range);
  return network;
}

Result<FloatNetwork> FloatNetwork::from(const NetworkParts& parts) {
  if (const auto fault = fault_of(parts)) return std::unexpected(Error{fault->message});
  if (parts.activation != Activation::Squared)
    return failure("its activation is {}, and training knows only networks with {} activation",
                   name(parts.activation), name(Activation::Squared));
  FloatNetwork network(parts.width);
  const std::span<float> values = network.values();
  const std::size_t width = network.width_;
  for (std::size_t feature = 0; feature < kFeatures; ++feature)
    for (std::size_t neuron = 0; neuron < width; ++neuron)
      values[network.weight_offset(feature, neuron)] =
          static_cast<float>(parts.feature_weights[feature * width + neuron]) / kOneA;
  for (std::size_t neuron = 0; neuron < width; ++neuron)
    values[network.bias_offset() + neuron] =
        static_cast<float>(parts.feature_biases[neuron]) / kOneA;
  for (std::size_t neuron = 0; neuron < 2 * width; ++neuron)
    values[network.output_offset() + neuron] =
        static_cast<float>(parts.output_weights[neuron]) / kOneB;
  values[network.output_bias_offset()] = static_cast<float>(parts.output_bias) / (kOneA * kOneB);

  const auto weights = values.first(network.output_bias_offset());
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
                     .width = network.width(),
                     .scale = scale,
                     .feature_weights = std::vector<std::int16_t>(kFeatures * width),
                     .feature_biases = std::vector<std::int16_t>(width),
                     .output_weights = std::vector<std::int16_t>(2 * width)};
  for (std::size_t feature = 0; feature < kFeatures; ++feature)
    for (std::size_t neuron = 0; neuron < width; ++neuron)
      parts.feature_weights[feature * width + neuron] =
          whole(values[network.weight_offset(feature, neuron)] * kOneA);
  for (std::size_t neuron = 0; neuron < width; ++neuron)
    parts.feature_biases[neuron] = whole(values[network.bias_offset() + neuron] * kOneA);
  for (std::size_t neuron = 0; neuron < 2 * width; ++neuron)
    parts.output_weights[neuron] = whole(values[network.output_offset() + neuron] * kOneB);
  // An output beyond this is beyond every score, too.
  const float bias = std::clamp(values[network.output_bias_offset()], -1000.0F, 1000.0F);
  parts.output_bias = static_cast<std::int32_t>(std::lround(bias * kOneA * kOneB));
  return parts;
}

}  // namespace tabiya
