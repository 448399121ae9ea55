#include "train/nnue/gradient.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "support/network_shapes.h"
#include "train/synthetic_positions.h"

namespace tabiya::test {
namespace {

// A random network in which every kind of number matters.
FloatNetwork lively_network(const NnueShape& shape) {
  FloatNetwork network = FloatNetwork::random(shape, 7);
  Random random(3);
  const auto between = [&](double low, double high) {
    return static_cast<float>(low + (high - low) * static_cast<double>(random.below(1001)) / 1000);
  };
  // Some neurons saturate, some are dead, most do something.
  for (std::size_t i = 0; i < static_cast<std::size_t>(shape.width); ++i)
    network.values()[network.bias_offset() + i] = between(-0.4, 1.2);
  // No two outputs are alike.
  for (float& weight : network.values().subspan(network.output_offset()))
    weight += between(-0.1, 0.1);
  network.values()[network.output_bias_offset()] = 0.3F;
  return network;
}

// A player's inputs: kind and square by kind and square.
std::vector<std::size_t> slow_inputs(const ScoredPosition& position, std::size_t player,
                                     bool mirrored) {
  std::vector<std::size_t> inputs;
  bool king_stands_right = false;
  for (std::size_t i = 0; i < position.count; ++i) {
    std::size_t kind = position.features[i] / 64;
    std::size_t rank = position.features[i] % 64 / 8;
    const std::size_t file = position.features[i] % 8;
    if (player == 1) {
      kind = (kind + 6) % 12;
      rank = 7 - rank;
    }
    if (kind == 5 && file >= 4) king_stands_right = true;
    inputs.push_back(kind * 64 + rank * 8 + file);
  }
  if (mirrored && king_stands_right)
    for (std::size_t& input : inputs) input = input / 8 * 8 + (7 - input % 8);
  return inputs;
}

// The loss by the letter of docs/training.md, in double precision and with no thought of speed.
double slow_loss(const std::vector<double>& values, const FloatNetwork& network,
                 const std::vector<ScoredPosition>& positions, const LossShape& loss) {
  const auto width = static_cast<std::size_t>(network.width());
  double total = 0;
  for (const ScoredPosition& position : positions) {
    const std::size_t head = network.shape().outputs == 8 ? (position.count - 2U) / 4 : 0;
    double output = values[network.output_bias_offset() + head];
    for (std::size_t player = 0; player < 2; ++player) {
      for (std::size_t neuron = 0; neuron < width; ++neuron) {
        double sum = values[network.bias_offset() + neuron];
        for (const std::size_t feature : slow_inputs(position, player, network.shape().mirrored))
          sum += values[network.weight_offset(feature, neuron)];
        const double value = std::clamp(sum, 0.0, 1.0);
        output +=
            value * value * values[network.output_offset() + (2 * head + player) * width + neuron];
      }
    }
    const double result = (position.result + 1) / 2.0;
    const double score = 1 / (1 + std::exp(-position.score / double{loss.scale}));
    const double target = double{loss.blend} * result + (1 - double{loss.blend}) * score;
    total += std::pow(std::abs(1 / (1 + std::exp(-output)) - target), double{loss.power});
  }
  return total / static_cast<double>(positions.size());
}

void expect_true_derivatives(const NnueShape& network_shape, const LossShape& shape) {
  const FloatNetwork network = lively_network(network_shape);
  const auto positions = synthetic_positions(0, network_shape.outputs == 1 ? 12 : 24);
  WorkTeam team(1);
  Gradient gradient(network_shape, team);
  const double loss = gradient.compute(network, positions, shape);

  std::vector<double> values(network.values().begin(), network.values().end());
  EXPECT_NEAR(loss, slow_loss(values, network, positions, shape), 1e-6);
  const auto expect_true_at = [&](std::size_t place) {
    constexpr double kStep = 1e-6;
    const double before = values[place];
    values[place] = before + kStep;
    const double above = slow_loss(values, network, positions, shape);
    values[place] = before - kStep;
    const double below = slow_loss(values, network, positions, shape);
    values[place] = before;
    const double slope = (above - below) / (2 * kStep);
    EXPECT_NEAR(gradient.derivatives().values()[place], slope, 2e-7 + 1e-4 * std::abs(slope))
        << "number " << place;
    return std::abs(slope) > 1e-6;
  };

  std::size_t alive = 0;
  const auto expect_true_from = [&](std::size_t begin, std::size_t end, std::size_t stride) {
    alive = 0;
    for (std::size_t place = begin; place < end; place += stride) alive += expect_true_at(place);
  };
  expect_true_from(0, network.bias_offset(), 97);
  EXPECT_GT(alive, 20u) << "of the feature weights";
  expect_true_from(network.bias_offset(), network.output_offset(), 1);
  EXPECT_GT(alive, 20u) << "of the biases";
  expect_true_from(network.output_offset(), network.output_bias_offset(), 1);
  EXPECT_GT(alive, 20u) << "of the output weights";
  expect_true_from(network.output_bias_offset(), network.values().size(), 1);
  EXPECT_GT(alive, network.outputs() / 2) << "of the output biases";
}

class GradientOfShape : public testing::TestWithParam<NnueShape> {};

TEST_P(GradientOfShape, IsThatOfTheLossAsFiniteDifferencesShow) {
  expect_true_derivatives(GetParam(), {.blend = 0.3F, .power = 2.0F, .scale = 400});
}

TEST_P(GradientOfShape, IsRightForOtherPowersAndScales) {
  expect_true_derivatives(GetParam(), {.blend = 0.8F, .power = 2.5F, .scale = 250});
}

INSTANTIATE_TEST_SUITE_P(All, GradientOfShape,
                         testing::Values(first_shape(64), second_shape(64),
                                         NnueShape{.width = 64, .mirrored = true},
                                         NnueShape{.width = 64, .outputs = kMostOutputs}));

// Positions of every output, most of them of none that the batch before had.
TEST(Gradient, IsZeroForOutputsThatScoreNothing) {
  const NnueShape shape = second_shape(64);
  const FloatNetwork network = lively_network(shape);
  std::vector<ScoredPosition> few;
  for (const ScoredPosition& position : synthetic_positions(0, 400))
    if (position.count < 10) few.push_back(position);
  ASSERT_GT(few.size(), 10u);
  WorkTeam team(1);
  Gradient gradient(shape, team);
  (void)gradient.compute(network, synthetic_positions(0, 2000), {});
  (void)gradient.compute(network, few, {});
  const auto slopes = gradient.derivatives().values();
  for (std::size_t i = 2 * 128; i < 8 * 128; ++i)
    ASSERT_EQ(slopes[network.output_offset() + i], 0) << i;
  for (std::size_t i = 2; i < 8; ++i) ASSERT_EQ(slopes[network.output_bias_offset() + i], 0) << i;
}

TEST(Gradient, IsTheMeanOverABatchOfSeveralSlices) {
  // Four copies of the same positions have the same mean, but reach over slices.
  const auto once = synthetic_positions(0, 700);
  auto often = once;
  for (int i = 0; i < 3; ++i) often.insert(often.end(), once.begin(), once.end());
  const FloatNetwork network = lively_network(second_shape(64));
  WorkTeam team(1);
  Gradient small(second_shape(64), team);
  Gradient large(second_shape(64), team);
  EXPECT_NEAR(small.compute(network, once, {}), large.compute(network, often, {}), 1e-7);
  for (std::size_t i = 0; i < network.values().size(); ++i)
    ASSERT_NEAR(small.derivatives().values()[i], large.derivatives().values()[i],
                1e-7 + 1e-5F * std::abs(small.derivatives().values()[i]))
        << i;
}

TEST(Gradient, DoesNotRememberTheBatchBefore) {
  const auto positions = synthetic_positions(0, 50);
  const FloatNetwork network = lively_network(second_shape(64));
  WorkTeam team(1);
  Gradient fresh(second_shape(64), team);
  Gradient used(second_shape(64), team);
  (void)used.compute(network, synthetic_positions(500, 1500), {});
  EXPECT_EQ(fresh.compute(network, positions, {}), used.compute(network, positions, {}));
  EXPECT_EQ(std::memcmp(fresh.derivatives().values().data(), used.derivatives().values().data(),
                        network.values().size_bytes()),
            0);
}

TEST(GradientThreads, DoNotChangeASingleBit) {
  const auto positions = synthetic_positions(0, 3000);
  const FloatNetwork network = lively_network(second_shape(128));
  WorkTeam alone(1);
  Gradient expected(second_shape(128), alone);
  const double loss = expected.compute(network, positions, {});
  for (const int threads : {2, 3, 8}) {
    WorkTeam team(threads);
    Gradient gradient(second_shape(128), team);
    EXPECT_EQ(gradient.compute(network, positions, {}), loss) << threads;
    EXPECT_EQ(std::memcmp(expected.derivatives().values().data(),
                          gradient.derivatives().values().data(), network.values().size_bytes()),
              0)
        << threads;
  }
}

TEST(Gradient, TellsTheSameLossWithAndWithoutDerivatives) {
  const auto positions = synthetic_positions(0, 1500);
  const FloatNetwork network = lively_network(second_shape(64));
  WorkTeam team(1);
  Gradient gradient(second_shape(64), team);
  EXPECT_EQ(gradient.loss(network, positions, {}), gradient.compute(network, positions, {}));
}

}  // namespace
}  // namespace tabiya::test
