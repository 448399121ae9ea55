#include "train/nnue/adam.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/network_shapes.h"

namespace tabiya::test {
namespace {

constexpr NnueShape kShape = second_shape(64);

// One number of each kind follows the formulas of the paper, in double precision.
TEST(Adam, StepsAsThePaperSays) {
  WorkTeam team(1);
  FloatNetwork network = FloatNetwork::random(kShape, 1);
  FloatNetwork slopes(kShape);
  Adam adam(kShape, 0.1);
  const std::size_t weight = 12'345;
  const std::size_t bias = network.bias_offset() + 3;
  const std::size_t output = network.output_offset() + 100;
  const std::size_t output_bias = network.output_bias_offset();
  for (const std::size_t place : {weight, bias, output, output_bias}) {
    const bool decays = place == weight || place == output;
    double value = network.values()[place];
    double mean = 0;
    double square = 0;
    for (std::uint64_t step = 1; step <= 20; ++step) {
      const double slope = 0.01 * std::sin(static_cast<double>(step));
      const double rate = 0.002;
      mean = 0.9 * mean + 0.1 * slope;
      square = 0.999 * square + 0.001 * slope * slope;
      const double mean_hat = mean / (1 - std::pow(0.9, static_cast<double>(step)));
      const double square_hat = square / (1 - std::pow(0.999, static_cast<double>(step)));
      value -= decays ? rate * 0.1 * value : 0;
      value -= rate * mean_hat / (std::sqrt(square_hat) + 1e-8);
      slopes.values()[place] = static_cast<float>(slope);
      adam.step(network, slopes, static_cast<float>(rate), step, team);
    }
    EXPECT_NEAR(network.values()[place], value, 1e-5) << place;
    slopes.values()[place] = 0;
    adam = Adam(kShape, 0.1);
    network = FloatNetwork::random(kShape, 1);
  }
}

TEST(Adam, KeepsWeightsWithinWhatQuantisationHolds) {
  WorkTeam team(1);
  FloatNetwork network = FloatNetwork::random(kShape, 1);
  FloatNetwork slopes(kShape);
  for (float& slope : slopes.values()) slope = -1;
  Adam adam(kShape, 0.01);
  for (std::uint64_t step = 1; step <= 30; ++step) adam.step(network, slopes, 0.1F, step, team);
  for (const float value : network.values().first(network.output_offset()))
    ASSERT_EQ(value, kHighestWeight);
  for (const float value : network.values().subspan(
           network.output_offset(), network.output_bias_offset() - network.output_offset()))
    ASSERT_EQ(value, kHighestWeight / 2) << "they are twice as fine";
  EXPECT_GT(network.values()[network.output_bias_offset()], 2.5F) << "it has no limit";
  EXPECT_FALSE(fault_of(quantized(network, 400)));
}

}  // namespace
}  // namespace tabiya::test
