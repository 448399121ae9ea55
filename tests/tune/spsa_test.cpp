#include "tune/spsa.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/random.h"

namespace tabiya::test {
namespace {

TunedParameter parameter(double start, double lowest, double highest, double step,
                         double rate = 0.002) {
  return {"A", start, lowest, highest, step, rate};
}

// Computed by fishtest's own formulas, in Python: c, and a / (A + k)^alpha / c.
TEST(Spsa, HasTheSizesOfFishtest) {
  const Spsa spsa({parameter(800, 0, 2000, 50)}, {.iterations = 5000, .stability = 500}, 1);
  struct Row {
    std::uint64_t iteration;
    double change;
    double gain;
  };
  for (const Row& row :
       {Row{0, 118.185983823, 0.178978167706}, Row{9, 93.6625494237, 0.223431871178},
        Row{499, 63.0913767295, 0.221155802789}, Row{4999, 50, 0.1}}) {
    EXPECT_NEAR(spsa.size(0, row.iteration).change, row.change, 1e-9 * row.change);
    EXPECT_NEAR(spsa.size(0, row.iteration).gain, row.gain, 1e-9 * row.gain);
  }
  const Spsa other({parameter(2, 0, 10, 0.5, 0.01)},
                   {.iterations = 1000, .alpha = 0.7, .gamma = 0.2, .stability = 100}, 1);
  EXPECT_NEAR(other.size(0, 123).change, 0.759076711226, 1e-9);
  EXPECT_NEAR(other.size(0, 123).gain, 0.0100335728471, 1e-9);
}

TEST(Spsa, EndsWithTheStepAndTheRateOfTheSettings) {
  const Spsa spsa({parameter(0, -100, 100, 8, 0.005)}, {.iterations = 300, .stability = 30}, 1);
  EXPECT_DOUBLE_EQ(spsa.size(0, 299).change, 8);
  EXPECT_DOUBLE_EQ(spsa.size(0, 299).gain, 0.005 * 8);
}

TEST(Spsa, MovesTowardsTheSideThatWon) {
  const Spsa spsa({parameter(50, 0, 100, 10)}, {.iterations = 100, .stability = 10}, 3);
  for (std::uint64_t iteration = 0; iteration < 20; ++iteration) {
    const auto trial = spsa.trial({50}, iteration, 0);
    const bool plus_is_above = trial.plus[0] > trial.minus[0];
    const double won = spsa.updated({50}, iteration, 4)[0];
    EXPECT_EQ(won > 50, plus_is_above);
    EXPECT_NEAR(std::abs(won - 50), 4 * spsa.size(0, iteration).gain, 1e-9);
    EXPECT_NEAR(spsa.updated({50}, iteration, -4)[0], 100 - won, 1e-9);
    EXPECT_EQ(spsa.updated({50}, iteration, 0)[0], 50);
  }
}

TEST(Spsa, ChoosesADirectionForEachParameterAndIteration) {
  const Spsa spsa({parameter(50, 0, 100, 10), parameter(50, 0, 100, 10)},
                  {.iterations = 1000, .stability = 100}, 9);
  std::set<std::pair<bool, bool>> seen;
  int above = 0;
  for (std::uint64_t iteration = 0; iteration < 1000; ++iteration) {
    const auto one = spsa.trial({50, 50}, iteration, 0);
    const auto other = spsa.trial({50, 50}, iteration, 1);
    EXPECT_EQ(one.plus[0] > 50, other.plus[0] > 50) << "all pairs of an iteration go one way";
    seen.insert({one.plus[0] > 50, one.plus[1] > 50});
    above += one.plus[0] > 50 ? 1 : 0;
  }
  EXPECT_EQ(seen.size(), 4U);
  EXPECT_NEAR(above, 500, 80);
}

TEST(Spsa, RoundsSuchThatTheAverageIsExact) {
  const Spsa spsa({parameter(10.3, 0, 100, 0.5)}, {.iterations = 1, .gamma = 0}, 5);
  double plus = 0;
  double minus = 0;
  constexpr int kPairs = 20'000;
  for (int pair = 0; pair < kPairs; ++pair) {
    const auto trial = spsa.trial({10.3}, 0, static_cast<std::uint64_t>(pair));
    plus += static_cast<double>(trial.plus[0]);
    minus += static_cast<double>(trial.minus[0]);
    EXPECT_EQ(std::abs(trial.plus[0] - trial.minus[0]), 1) << "2 · 0.5 apart, never 0 or 2";
  }
  EXPECT_NEAR(std::max(plus, minus) / kPairs, 10.8, 0.02);
  EXPECT_NEAR(std::min(plus, minus) / kPairs, 9.8, 0.02);
}

TEST(Spsa, StaysInTheRange) {
  const Spsa spsa({parameter(99, 0, 100, 20, 1)}, {.iterations = 10, .stability = 1}, 2);
  for (std::uint64_t iteration = 0; iteration < 10; ++iteration) {
    const auto trial = spsa.trial({99}, iteration, 0);
    EXPECT_LE(std::max(trial.plus[0], trial.minus[0]), 100);
    EXPECT_LE(spsa.updated({99}, iteration, 50)[0], 100);
    EXPECT_GE(spsa.updated({99}, iteration, -50)[0], 0);
  }
}

// Elo falls with the square of the distance from the optimum; games are won by chance.
TEST(Spsa, FindsTheOptimumOfAKnownFunction) {
  const std::vector<double> best{70, 300, -20, 5};
  const std::vector<TunedParameter> parameters{
      parameter(40, 0, 100, 5, 0.01), parameter(600, 0, 1000, 50, 0.01),
      parameter(10, -50, 50, 5, 0.01), parameter(5, 0, 10, 0.5, 0.01)};
  const auto elo = [&](const std::vector<std::int64_t>& values) {
    double sum = 0;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const double steps = (static_cast<double>(values[i]) - best[i]) / parameters[i].step;
      sum -= 3 * steps * steps;
    }
    return sum;
  };
  for (const std::uint64_t seed : {1, 2, 3}) {
    constexpr std::uint64_t kIterations = 4000;
    const Spsa spsa(parameters, {.iterations = kIterations, .stability = 400}, seed);
    std::vector<double> values = spsa.start();
    Random random(seed);
    for (std::uint64_t iteration = 0; iteration < kIterations; ++iteration) {
      const auto trial = spsa.trial(values, iteration, 0);
      const double score = 1 / (1 + std::pow(10, (elo(trial.minus) - elo(trial.plus)) / 400));
      std::int64_t balance = 0;
      for (int game = 0; game < 4; ++game) balance += random.fraction() < score ? 1 : -1;
      values = spsa.updated(values, iteration, balance);
    }
    for (std::size_t i = 0; i < best.size(); ++i)
      EXPECT_NEAR(values[i], best[i], 2 * parameters[i].step) << "seed " << seed << ", " << i;
  }
}

}  // namespace
}  // namespace tabiya::test
