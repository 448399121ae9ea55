// Raw outputs of a network as chances and probabilities.
#include "inference/network_outputs.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace tabiya::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(NetworkOutputs, AreChancesAsLogits) {
  const auto chances = chances_from(std::array{1.0F, 0.0F, -1.0F}, ValueKind::WdlLogits);
  ASSERT_TRUE(chances);
  const double sum = std::exp(1.0) + 1 + std::exp(-1.0);
  EXPECT_NEAR(chances->win, std::exp(1.0) / sum, 1e-6);
  EXPECT_NEAR(chances->draw, 1 / sum, 1e-6);
  EXPECT_NEAR(chances->loss, std::exp(-1.0) / sum, 1e-6);
}

TEST(NetworkOutputs, AreChancesAsProbabilities) {
  const auto chances = chances_from(std::array{0.5F, 0.3F, 0.205F}, ValueKind::WdlProbabilities);
  ASSERT_TRUE(chances);
  EXPECT_NEAR(chances->win + chances->draw + chances->loss, 1, 1e-6);
  EXPECT_NEAR(chances->win / chances->draw, 5.0 / 3, 1e-5);
  EXPECT_FALSE(chances_from(std::array{1.0F, 1.0F, 1.0F}, ValueKind::WdlProbabilities));
  EXPECT_FALSE(chances_from(std::array{2.0F, -1.0F, 0.0F}, ValueKind::WdlProbabilities));
}

TEST(NetworkOutputs, AreChancesAsOneNumber) {
  for (const float value : {-1.0F, -0.3F, 0.0F, 0.7F, 1.0F}) {
    const auto chances = chances_from(std::array{value}, ValueKind::Scalar);
    ASSERT_TRUE(chances);
    EXPECT_NEAR(chances->value(), value, 1e-6);
    EXPECT_NEAR(chances->win + chances->draw + chances->loss, 1, 1e-6);
    EXPECT_GE(std::min({chances->win, chances->draw, chances->loss}), 0);
  }
  EXPECT_FALSE(chances_from(std::array{1.5F}, ValueKind::Scalar));
}

TEST(NetworkOutputs, AreRefusedWhereTheyAreNotFinite) {
  for (const float wrong : {kNan, kInfinity, -kInfinity}) {
    EXPECT_FALSE(chances_from(std::array{wrong}, ValueKind::Scalar));
    for (std::size_t i = 0; i < 3; ++i) {
      std::array outputs{0.2F, 0.3F, 0.5F};
      outputs[i] = wrong;
      EXPECT_FALSE(chances_from(outputs, ValueKind::WdlLogits));
      EXPECT_FALSE(chances_from(outputs, ValueKind::WdlProbabilities));
      EXPECT_FALSE(make_probabilities(outputs, 1));
    }
  }
}

TEST(NetworkOutputs, BecomeProbabilitiesHoweverLargeTheyAre) {
  std::array logits{3e38F, -3e38F, 3e38F};
  ASSERT_TRUE(make_probabilities(logits, 0.01F));
  EXPECT_EQ(logits[0], 0.5F);
  EXPECT_EQ(logits[1], 0.0F);
}

TEST(NetworkOutputs, ComeCloserTogetherAtAHighTemperature) {
  std::array cold{1.0F, 0.0F};
  std::array warm{1.0F, 0.0F};
  ASSERT_TRUE(make_probabilities(cold, 1));
  ASSERT_TRUE(make_probabilities(warm, 2));
  EXPECT_NEAR(cold[0] / cold[1], std::exp(1.0), 1e-5);
  EXPECT_NEAR(warm[0] / warm[1], std::exp(0.5), 1e-5);
}

}  // namespace
}  // namespace tabiya::test
