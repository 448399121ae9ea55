#include "train/nnue/float_network.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "nnue/bootstrap.h"
#include "nnue/evaluate.h"
#include "support/network_shapes.h"
#include "support/random_walk.h"
#include "train/nnue/gradient.h"
#include "train/nnue/quantization.h"
#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

ScoredPosition inputs_of(const Position& position) {
  ScoredPosition scored;
  for (const std::uint16_t feature : active_features(position, FeatureOrder::SideToMove))
    scored.features[scored.count++] = feature;
  return scored;
}

TEST(FloatNetwork, IsTheSameForTheSameSeed) {
  const FloatNetwork one = FloatNetwork::random(second_shape(128), 5);
  const FloatNetwork same = FloatNetwork::random(second_shape(128), 5);
  const FloatNetwork other = FloatNetwork::random(second_shape(128), 6);
  const auto equal = [&](const FloatNetwork& network) {
    return std::memcmp(one.values().data(), network.values().data(), one.values().size_bytes()) ==
           0;
  };
  EXPECT_TRUE(equal(same));
  EXPECT_FALSE(equal(other));
}

class FloatNetworkOfShape : public testing::TestWithParam<NnueShape> {};

TEST_P(FloatNetworkOfShape, SurvivesQuantisationAndTheWayBack) {
  const FloatNetwork network = FloatNetwork::random(GetParam(), 5);
  const NetworkParts parts = quantized(network, 400);
  EXPECT_EQ(parts.shape, GetParam());
  const auto back = FloatNetwork::from(parts);
  ASSERT_TRUE(back) << back.error().message;
  for (std::size_t i = 0; i < network.output_offset(); ++i)
    ASSERT_NEAR(back->values()[i], network.values()[i], 0.501 / 255) << i;
  for (std::size_t i = network.output_offset(); i < network.output_bias_offset(); ++i)
    ASSERT_NEAR(back->values()[i], network.values()[i], 0.501 / GetParam().quantum_b) << i;
  EXPECT_EQ(quantized(*back, 400), parts);
}

TEST(FloatNetwork, QuantisedScoresDifferByLittle) {
  const FloatNetwork network = FloatNetwork::random(second_shape(256), 5);
  const Network whole = Network::from(quantized(network, 400)).value();
  WorkTeam team(1);
  const auto loss = quantization_loss(network, whole, synthetic_positions(0, 500), team);
  EXPECT_EQ(loss.positions, 500u);
  // Half a quantum in each of 512 output weights, times what the neurons pass on.
  EXPECT_LT(loss.worst, 20.0);
  EXPECT_LT(loss.mean, 3.0);
  EXPECT_GT(loss.worst, 0.0);
}

// Every position in the arithmetic of the engine, and in that of training.
TEST_P(FloatNetworkOfShape, ComputesWhatTheEngineDoes) {
  FloatNetwork exact = FloatNetwork::random(GetParam(), 9);
  for (float& bias : exact.values().subspan(exact.output_bias_offset()))
    bias = 0.1F * static_cast<float>(&bias - exact.values().data() -
                                     static_cast<std::ptrdiff_t>(exact.output_bias_offset()));
  const Network network = Network::from(quantized(exact, 400)).value();
  WorkTeam team(1);
  Gradient gradient(GetParam(), team);
  int positions = 0;
  Random random(11);
  for (int game = 0; game < 10; ++game)
    random_game(random, 100, [&](const Position& position, const MoveList&) {
      const ScoredPosition scored = inputs_of(position);
      const int score = evaluate(network, position);
      EXPECT_EQ(score_of(network, scored), score);
      std::array<float, 1> output{};
      gradient.outputs(exact, std::span(&scored, 1), output);
      EXPECT_NEAR(output[0] * 400, score, 20);
      ++positions;
    });
  EXPECT_GT(positions, 200);
}

INSTANTIATE_TEST_SUITE_P(All, FloatNetworkOfShape,
                         testing::Values(first_shape(128), second_shape(128)));

// Whichever output scores a random position, it is the same number.
TEST(FloatNetwork, BeginsWithAllOutputsAlike) {
  const FloatNetwork network = FloatNetwork::random(second_shape(64), 3);
  const auto weights = network.values().subspan(network.output_offset(), std::size_t{8} * 128);
  for (std::size_t i = 128; i < weights.size(); ++i) ASSERT_EQ(weights[i], weights[i % 128]);
}

TEST(FloatNetwork, KnowsWhenItIsBroken) {
  FloatNetwork network = FloatNetwork::random(second_shape(64), 1);
  EXPECT_TRUE(network.is_finite());
  network.values()[1000] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(network.is_finite());
  network.values()[1000] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(network.is_finite());
}

TEST(FloatNetwork, CannotBeginFromTheNetworkMadeByHand) {
  const auto network = FloatNetwork::from(bootstrap_parts());
  ASSERT_FALSE(network);
  EXPECT_NE(network.error().message.find("activation is clipped"), std::string::npos)
      << network.error().message;
}

TEST(FloatNetwork, CannotBeginFromWeightsThatTrainingWouldCut) {
  NetworkParts parts = quantized(FloatNetwork::random(second_shape(64), 1), 400);
  parts.feature_weights[5] = 600;
  const auto network = FloatNetwork::from(parts);
  ASSERT_FALSE(network);
  EXPECT_NE(network.error().message.find("beyond 1.98"), std::string::npos)
      << network.error().message;
}

}  // namespace
}  // namespace tabiya::test
