#include "train/nnue/quantization.h"

#include <gtest/gtest.h>

#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

TEST(QuantizationFit, BringsUnseenScoresNearerToTheTrainedOnes) {
  // Neurons that pass much on, so that the errors of their output weights show.
  FloatNetwork network = FloatNetwork::random(128, 5);
  for (std::size_t neuron = 0; neuron < 128; ++neuron)
    network.values()[network.bias_offset() + neuron] = 0.4F;
  WorkTeam team(1);
  const NetworkParts nearest = quantized(network, 400);
  const NetworkParts fitted = fitted_quantized(network, 400, synthetic_positions(0, 3000), team);
  EXPECT_FALSE(fault_of(fitted));
  EXPECT_EQ(fitted.feature_weights, nearest.feature_weights) << "only the output layer moves";
  const auto unseen = synthetic_positions(1'000'000, 2000);
  const auto loss_of = [&](const NetworkParts& parts) {
    return quantization_loss(network, Network::from(parts).value(), unseen, team);
  };
  EXPECT_LT(loss_of(fitted).mean, 0.7 * loss_of(nearest).mean);
  EXPECT_LT(loss_of(fitted).worst, loss_of(nearest).worst);
}

TEST(QuantizationFit, IsLeftOutWhereItWouldLearnPositionsByHeart) {
  const FloatNetwork network = FloatNetwork::random(64, 5);
  WorkTeam team(1);
  EXPECT_EQ(fitted_quantized(network, 400, synthetic_positions(0, 500), team),
            quantized(network, 400));
  EXPECT_EQ(fitted_quantized(network, 400, {}, team), quantized(network, 400));
}

TEST(QuantizationFit, IgnoresNeuronsThatDoNothing) {
  FloatNetwork network = FloatNetwork::random(64, 5);
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
