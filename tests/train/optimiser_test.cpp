#include "train/optimiser.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace tabiya::test {
namespace {

TEST(LearningRate, RisesToTheHighestAndFallsToTheLast) {
  const OptimiserSettings settings{.rate = 1, .last_rate = 0.1, .warm_up = 100};
  const auto at = [&](std::uint64_t step) { return settings.rate_at(step, 1000); };
  for (std::uint64_t step = 1; step <= 100; ++step) EXPECT_GT(at(step), at(step - 1));
  EXPECT_GT(at(0), 0);
  EXPECT_LT(at(0), 0.02);
  EXPECT_DOUBLE_EQ(at(100), 1);
  for (std::uint64_t step = 101; step < 1000; ++step) EXPECT_LT(at(step), at(step - 1));
  EXPECT_NEAR(at(550), 0.55, 1e-9);
  EXPECT_NEAR(at(999), 0.1, 1e-4);
}

TEST(LearningRate, WarmsUpForATenthOfAShortTrainingAtMost) {
  const OptimiserSettings settings{.rate = 1, .warm_up = 300};
  EXPECT_LT(settings.rate_at(4, 50), 1);
  EXPECT_DOUBLE_EQ(settings.rate_at(5, 50), 1);
  EXPECT_LT(settings.rate_at(6, 50), 1);
}

TEST(LearningRate, IsAPositiveNumberForOddPlans) {
  for (const std::uint64_t steps : {1, 2, 3})
    for (const std::uint64_t warm_up : {0, 1, 3})
      for (std::uint64_t step = 0; step < 5; ++step) {
        const double rate = OptimiserSettings{.rate = 1, .warm_up = warm_up}.rate_at(step, steps);
        EXPECT_GT(rate, 0);
        EXPECT_LE(rate, 1);
      }
}

// The formulas of the papers, in double precision.
TEST(AdamWStep, StepsAsThePapersSay) {
  std::array<float, 3> values{0.5F, -0.25F, 0};
  std::array<float, 3> slopes{};
  std::array<float, 3> means{};
  std::array<float, 3> squares{};
  std::array<double, 3> expected{0.5, -0.25, 0};
  std::array<double, 3> mean{};
  std::array<double, 3> square{};
  for (std::uint64_t number = 1; number <= 20; ++number) {
    const auto time = static_cast<double>(number);
    for (std::size_t i = 0; i < 3; ++i) {
      slopes[i] = static_cast<float>(0.01 * std::sin(time + static_cast<double>(i)));
      const double slope = 0.5 * double{slopes[i]};
      mean[i] = 0.9 * mean[i] + 0.1 * slope;
      square[i] = 0.999 * square[i] + 0.001 * slope * slope;
      const double mean_hat = mean[i] / (1 - std::pow(0.9, time));
      const double square_hat = square[i] / (1 - std::pow(0.999, time));
      expected[i] -= 0.002 * 0.1 * expected[i] + 0.002 * mean_hat / (std::sqrt(square_hat) + 1e-8);
    }
    const AdamWStep step(number, 0.002F);
    step.apply({.values = values,
                .slopes = slopes.data(),
                .means = means.data(),
                .squares = squares.data()},
               {.weight_decay = 0.1F, .slope_factor = 0.5F});
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(values[i], expected[i], 1e-6);
    EXPECT_NEAR(means[i], mean[i], 1e-8);
    EXPECT_NEAR(squares[i], square[i], 1e-10);
  }
}

TEST(AdamWStep, LeavesNoNumberBeyondTheHighest) {
  std::array<float, 4> values{};
  const std::array<float, 4> slopes{-1, 1, -1, 1};
  std::array<float, 4> means{};
  std::array<float, 4> squares{};
  for (std::uint64_t number = 1; number <= 30; ++number)
    AdamWStep(number, 0.1F)
        .apply({.values = values,
                .slopes = slopes.data(),
                .means = means.data(),
                .squares = squares.data()},
               {.highest = 1.5F});
  EXPECT_EQ(values, (std::array<float, 4>{1.5F, -1.5F, 1.5F, -1.5F}));
}

}  // namespace
}  // namespace tabiya::test
