#include "train/rate.h"

#include <gtest/gtest.h>

namespace tabiya::test {
namespace {

TEST(RatePlan, RisesToTheHighestAndFallsToTheLast) {
  const RatePlan plan{.highest = 1, .steps = 1000, .warm_up = 100, .last = 0.1};
  for (std::uint64_t step = 1; step <= 100; ++step) EXPECT_GT(plan.at(step), plan.at(step - 1));
  EXPECT_GT(plan.at(0), 0);
  EXPECT_LT(plan.at(0), 0.02);
  EXPECT_DOUBLE_EQ(plan.at(100), 1);
  for (std::uint64_t step = 101; step < 1000; ++step) EXPECT_LT(plan.at(step), plan.at(step - 1));
  EXPECT_NEAR(plan.at(550), 0.55, 1e-9);
  EXPECT_NEAR(plan.at(999), 0.1, 1e-4);
}

TEST(RatePlan, WarmsUpForATenthOfAShortTrainingAtMost) {
  const RatePlan plan{.highest = 1, .steps = 50, .warm_up = 300};
  EXPECT_LT(plan.at(4), 1);
  EXPECT_DOUBLE_EQ(plan.at(5), 1);
  EXPECT_LT(plan.at(6), 1);
}

TEST(RatePlan, IsAPositiveNumberForOddPlans) {
  for (const std::uint64_t steps : {1, 2, 3})
    for (const std::uint64_t warm_up : {0, 1, 3})
      for (std::uint64_t step = 0; step < 5; ++step) {
        const double rate = RatePlan{.highest = 1, .steps = steps, .warm_up = warm_up}.at(step);
        EXPECT_GT(rate, 0);
        EXPECT_LE(rate, 1);
      }
}

}  // namespace
}  // namespace tabiya::test
