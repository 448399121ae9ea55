// Networks of random numbers: they judge chess badly and find wrong arithmetic well.
#pragma once

#include "base/random.h"
#include "nnue/network.h"
#include "nnue/network_parts.h"
#include "support/network_shapes.h"

namespace tabiya::test {

inline std::int16_t random_within(Random& random, int limit) {
  return static_cast<std::int16_t>(static_cast<int>(random.below(2 * limit + 1)) - limit);
}

// Sums fall on both sides of the clip; some weights of each neuron are as large as allowed.
inline NetworkParts random_parts(Random& random, const NnueShape& shape, Activation activation) {
  const auto size = static_cast<std::size_t>(shape.width);
  const auto outputs = static_cast<std::size_t>(shape.outputs);
  NetworkParts parts{.name = "random",
                     .notes = "for tests",
                     .activation = activation,
                     .shape = shape,
                     .scale = 400,
                     .feature_weights = std::vector<std::int16_t>(kFeatures * size),
                     .feature_biases = std::vector<std::int16_t>(size),
                     .output_weights = std::vector<std::int16_t>(outputs * 2 * size),
                     .output_biases = std::vector<std::int32_t>(outputs)};
  for (auto& weight : parts.feature_weights)
    weight = random_within(random, random.below(50) == 0 ? 1000 : 60);
  for (auto& bias : parts.feature_biases) bias = random_within(random, 600);
  const int largest = activation == Activation::Squared ? kHighestSquaredWeight : 32767;
  for (auto& weight : parts.output_weights)
    weight = random_within(random, random.below(8) == 0 ? largest : 90);
  for (auto& bias : parts.output_biases) bias = random_within(random, 30000);
  return parts;
}

inline NetworkParts random_parts(Random& random, int width, Activation activation) {
  return random_parts(random, first_shape(width), activation);
}
inline Network random_network(Random& random, const NnueShape& shape, Activation activation) {
  return Network::from(random_parts(random, shape, activation)).value();
}
inline Network random_network(Random& random, int width, Activation activation) {
  return random_network(random, first_shape(width), activation);
}

}  // namespace tabiya::test
