#include "search/mcts/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace tabiya {
namespace {

TEST(Noise, AddsUpToOneAndIsFinite) {
  Random random(1);
  for (const float alpha : {0.001F, 0.03F, 0.3F, 1.0F, 10.0F}) {
    for (const std::size_t count : {1, 2, 20, 218}) {
      const auto shares = dirichlet_noise(count, alpha, random);
      ASSERT_EQ(shares.size(), count);
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-4);
      for (const float share : shares) ASSERT_TRUE(share >= 0 && share <= 1);
    }
  }
}

// Of n shares each has the mean 1/n and the variance (n − 1) / (n² (n·alpha + 1)).
TEST(Noise, HasTheMeanAndTheVarianceOfItsDistribution) {
  constexpr std::size_t n = 5;
  constexpr int draws = 20'000;
  for (const float alpha : {0.3F, 2.0F}) {
    Random random(2);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
      const double share = static_cast<double>(dirichlet_noise(n, alpha, random)[2]);
      sum += share;
      squares += share * share;
    }
    const double mean = sum / draws;
    const double variance = squares / draws - mean * mean;
    EXPECT_NEAR(mean, 1.0 / n, 0.01);
    EXPECT_NEAR(variance, (n - 1.0) / (n * n * (n * static_cast<double>(alpha) + 1)), 0.003);
  }
}

}  // namespace
}  // namespace tabiya
