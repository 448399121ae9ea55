// Networks as we write them compute what the drawing in tower.h says.
#include "inference/tower.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "encode/planes.h"
#include "encode/policy_index.h"
#include "inference/networks.h"
#include "inference/slow_tower.h"

namespace tabiya::test {
namespace {

TEST(Tower, ComputesWhatTheDrawingSays) {
  for (const int history : {1, 3, 8}) {
    const TowerWeights tower = tower_with_biases("2x16", history, 5);
    const auto file = onnx_file_of(tower);
    const auto session = OnnxSession::open(onnx_library(), file, {}).value();
    const Game game = random_games(1, static_cast<std::uint64_t>(history))[0];

    std::vector<float> planes(plane_floats_for(history));
    encode_planes(History(game), history, planes);
    const SlowOutputs expected = slow_tower(tower, planes);

    planes.resize(static_cast<std::size_t>(tower.shape.planes()) * 64);
    const std::vector<std::string> names{"policy", "wdl"};
    const auto computed =
        session->compute({"planes", {1, tower.shape.planes(), 8, 8}, planes}, names);
    ASSERT_TRUE(computed) << computed.error().message;
    ASSERT_EQ((*computed)[0].size(), 4168u);
    ASSERT_EQ((*computed)[1].size(), 3u);
    for (std::size_t i = 0; i < 4168; ++i)
      ASSERT_NEAR((*computed)[0][i], expected.policy[i], 1e-4)
          << "history " << history << ", " << i;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR((*computed)[1][i], expected.wdl[i], 1e-4);
  }
}

TEST(Tower, PadsThePlanesToAMultipleOfFour) {
  for (int history = 1; history <= 8; ++history) {
    const TowerShape shape = TowerShape::named("1x8", history).value();
    EXPECT_EQ(shape.planes() % 4, 0);
    EXPECT_GE(shape.planes(), planes_for(history));
    EXPECT_LT(shape.planes(), planes_for(history) + 4);
  }
}

TEST(Tower, IsTheSameForTheSameSeed) {
  const TowerShape shape = TowerShape::named("1x8", 1).value();
  EXPECT_EQ(onnx_file_of(random_tower(shape, 3)), onnx_file_of(random_tower(shape, 3)));
  EXPECT_NE(onnx_file_of(random_tower(shape, 3)), onnx_file_of(random_tower(shape, 4)));
}

TEST(Tower, IsNamedByBlocksAndChannels) {
  const auto shape = TowerShape::named("10x128", 4);
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->blocks, 10);
  EXPECT_EQ(shape->channels, 128);
  EXPECT_EQ(shape->history, 4);
  EXPECT_EQ(shape->name(), "10x128");
  for (const char* wrong : {"", "x", "6", "6x", "x128", "6x128x", "6X128", " 6x128", "-6x128",
                            "6x12", "0x128", "65x128", "6x0", "6x2048", "99999999999x8", "64x1024"})
    EXPECT_FALSE(TowerShape::named(wrong, 8)) << wrong;
  EXPECT_FALSE(TowerShape::named("6x128", 0));
  EXPECT_FALSE(TowerShape::named("6x128", 9));
}

// A network that says nothing at first learns; one that is sure of everything does not.
TEST(Tower, IsUnsureBeforeItHasLearnt) {
  for (const char* size : {"1x8", "4x64", "10x128"}) {
    const auto evaluator =
        evaluator_of(onnx_file_of(random_tower(TowerShape::named(size, 8).value(), 1)));
    Questions questions(random_games(20));
    ASSERT_TRUE(evaluator->evaluate(questions.all(), {}));
    double entropy = 0;
    double possible = 0;
    for (const auto& request : questions.all()) {
      for (const float prior : request.priors) entropy -= prior > 0 ? prior * std::log(prior) : 0;
      possible += std::log(static_cast<double>(request.moves.size()));
      EXPECT_LT(std::abs(request.chances.value()), 0.98) << size;
    }
    EXPECT_GT(entropy, 0.6 * possible) << size;
  }
}

TEST(Tower, CountsItsParameters) {
  const TowerWeights tower = zero_tower(TowerShape{.history = 1,
                                                   .blocks = 1,
                                                   .channels = 8,
                                                   .policy_channels = 8,
                                                   .attention_depth = 8,
                                                   .value_channels = 8,
                                                   .value_neurons = 16});
  const std::size_t convolutions = 8 * 24 * 9 + 8 + 2 * (8 * 8 * 9 + 8);
  const std::size_t policy = 3 * (8 * 8 + 8) + 9 * 8 + 9;
  const std::size_t value = 8 * 8 + 8 + 16 * 8 * 64 + 16 + 3 * 16 + 3;
  EXPECT_EQ(parameters(tower), convolutions + policy + value);
}

}  // namespace
}  // namespace tabiya::test
