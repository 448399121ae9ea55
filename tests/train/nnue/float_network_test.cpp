#include "train/nnue/float_network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "nnue/bootstrap.h"
#include "nnue/evaluate.h"
#include "support/random_walk.h"
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
  const FloatNetwork one = FloatNetwork::random(128, 5);
  const FloatNetwork same = FloatNetwork::random(128, 5);
  const FloatNetwork other = FloatNetwork::random(128, 6);
  const auto equal = [&](const FloatNetwork& network) {
    return std::memcmp(one.values().data(), network.values().data(), one.values().size_bytes()) ==
           0;
  };
  EXPECT_TRUE(equal(same));
  EXPECT_FALSE(equal(other));
}

TEST(FloatNetwork, SurvivesQuantisationAndTheWayBack) {
  const FloatNetwork network = FloatNetwork::random(128, 5);
  const NetworkParts parts = quantized(network, 400);
  const auto back = FloatNetwork::from(parts);
  ASSERT_TRUE(back) << back.error().message;
  for (std::size_t i = 0; i < network.output_offset(); ++i)
    ASSERT_NEAR(back->values()[i], network.values()[i], 0.501 / 255) << i;
  for (std::size_t i = network.output_offset(); i < network.output_bias_offset(); ++i)
    ASSERT_NEAR(back->values()[i], network.values()[i], 0.501 / 64) << i;
  EXPECT_EQ(quantized(*back, 400), parts);
}

TEST(FloatNetwork, QuantisedScoresDifferByLittle) {
  const FloatNetwork network = FloatNetwork::random(256, 5);
  const Network whole = Network::from(quantized(network, 400)).value();
  WorkTeam team(1);
  const auto loss = quantization_loss(network, whole, synthetic_positions(0, 500), team);
  EXPECT_EQ(loss.positions, 500u);
  // Half a quantum in each of 512 output weights, times what the neurons pass on.
  EXPECT_LT(loss.worst, 20.0);
  EXPECT_LT(loss.mean, 3.0);
  EXPECT_GT(loss.worst, 0.0);
}

TEST(FloatNetwork, ComputesWithTheArithmeticOfTheEngine) {
  const Network network = Network::from(quantized(FloatNetwork::random(256, 9), 400)).value();
  int positions = 0;
  Random random(11);
  for (int game = 0; game < 5; ++game)
    random_game(random, 100, [&](const Position& position, const MoveList&) {
      EXPECT_EQ(score_of(network, inputs_of(position)), evaluate(network, position));
      ++positions;
    });
  EXPECT_GT(positions, 100);
}

TEST(FloatNetwork, KnowsWhenItIsBroken) {
  FloatNetwork network = FloatNetwork::random(64, 1);
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
  NetworkParts parts = quantized(FloatNetwork::random(64, 1), 400);
  parts.feature_weights[5] = 600;
  const auto network = FloatNetwork::from(parts);
  ASSERT_FALSE(network);
  EXPECT_NE(network.error().message.find("beyond 1.98"), std::string::npos)
      << network.error().message;
}

}  // namespace
}  // namespace tabiya::test
