#include "train/nnue/quantization.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "support/network_shapes.h"
#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

double loss_of(const FloatNetwork& network, const NetworkParts& parts,
               const std::vector<ScoredPosition>& positions) {
  WorkTeam team(1);
  return quantization_loss(network, Network::from(parts).value(), positions, team).mean;
}

// Neurons that pass much on, so that the errors of their output weights show.
FloatNetwork busy_network(const NnueShape& shape) {
  FloatNetwork network = FloatNetwork::random(shape, 5);
  for (std::size_t neuron = 0; neuron < static_cast<std::size_t>(shape.width); ++neuron)
    network.values()[network.bias_offset() + neuron] = 0.4F;
  return network;
}

TEST(QuantizationFit, BringsUnseenScoresNearerToTheTrainedOnes) {
  const FloatNetwork network = busy_network(first_shape(128));
  WorkTeam team(1);
  const NetworkParts nearest = quantized(network, 400);
  const NetworkParts fitted = fitted_quantized(network, 400, synthetic_positions(0, 3000), team);
  EXPECT_FALSE(fault_of(fitted));
  EXPECT_EQ(fitted.feature_weights, nearest.feature_weights) << "only the output layer moves";
  const auto unseen = synthetic_positions(1'000'000, 2000);
  EXPECT_LT(loss_of(network, fitted, unseen), 0.7 * loss_of(network, nearest, unseen));
}

TEST(QuantizationFit, FitsEachOutputToThePositionsItScores) {
  const FloatNetwork network =
      busy_network({.width = 128, .mirrored = true, .outputs = kMostOutputs});
  WorkTeam team(2);
  const NetworkParts nearest = quantized(network, 400);
  const auto positions = synthetic_positions(0, 12'000);
  const NetworkParts fitted = fitted_quantized(network, 400, positions, team);
  EXPECT_FALSE(fault_of(fitted));
  std::array<std::vector<ScoredPosition>, kMostOutputs> unseen;
  for (const ScoredPosition& position : synthetic_positions(1'000'000, 8000))
    unseen[static_cast<std::size_t>(network.shape().output_for(position.count))].push_back(
        position);
  int fits = 0;
  for (std::size_t output = 0; output < unseen.size(); ++output) {
    if (fitted.output_biases[output] == nearest.output_biases[output]) continue;  // too few
    ++fits;
    EXPECT_LT(loss_of(network, fitted, unseen[output]), loss_of(network, nearest, unseen[output]))
        << output;
  }
  EXPECT_GE(fits, 4);
  WorkTeam alone(1);
  EXPECT_EQ(fitted_quantized(network, 400, positions, alone), fitted) << "with one thread";
}

TEST(QuantizationFit, ErrsLessWithFinerOutputWeights) {
  const auto positions = synthetic_positions(0, 2000);
  double before = 0;
  for (const int quantum : {kCoarseQuantumB, kFineQuantumB}) {
    const FloatNetwork network = busy_network({.width = 128, .quantum_b = quantum});
    const double loss = loss_of(network, quantized(network, 400), positions);
    if (before > 0) {
      EXPECT_LT(loss, 0.75 * before);
    }
    before = loss;
  }
}

TEST(QuantizationFit, IsLeftOutWhereItWouldLearnPositionsByHeart) {
  const FloatNetwork network = FloatNetwork::random(first_shape(64), 5);
  WorkTeam team(1);
  EXPECT_EQ(fitted_quantized(network, 400, synthetic_positions(0, 500), team),
            quantized(network, 400));
  EXPECT_EQ(fitted_quantized(network, 400, {}, team), quantized(network, 400));
}

TEST(QuantizationFit, IgnoresNeuronsThatDoNothing) {
  FloatNetwork network = FloatNetwork::random(first_shape(64), 5);
  for (std::size_t neuron = 0; neuron < 10; ++neuron)
    network.values()[network.bias_offset() + neuron] = -1.9F;
  WorkTeam team(1);
  const NetworkParts fitted = fitted_quantized(network, 400, synthetic_positions(0, 1000), team);
  const NetworkParts nearest = quantized(network, 400);
  for (std::size_t neuron = 0; neuron < 10; ++neuron)
    EXPECT_EQ(fitted.output_weights[neuron], nearest.output_weights[neuron]);
}

}  // namespace
}  // namespace tabiya::test
