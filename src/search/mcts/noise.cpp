#include "search/mcts/noise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tabiya {
namespace {

// In (0, 1].
double uniform(Random& random) { return random.fraction() + 0x1p-53; }

double normal(Random& random) {  // Box and Muller
  return std::sqrt(-2 * std::log(uniform(random))) *
         std::cos(2 * std::numbers::pi * uniform(random));
}

// The logarithm of a gamma variable, after Marsaglia and Tsang (2000). In logarithms, because for
// small shapes most draws are too small for a number.
double log_gamma_variable(double shape, Random& random) {
  if (shape < 1) return log_gamma_variable(shape + 1, random) + std::log(uniform(random)) / shape;
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = normal(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(uniform(random)) < x * x / 2 + d - d * v + d * std::log(v))
      return std::log(d) + std::log(v);
  }
}

}  // namespace

std::vector<float> dirichlet_noise(std::size_t count, float alpha, Random& random) {
  std::vector<double> logs;
  logs.reserve(count);
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    logs.push_back(log_gamma_variable(static_cast<double>(alpha), random));
    highest = std::max(highest, logs.back());
  }
  double sum = 0;
  for (double& value : logs) sum += value = std::exp(value - highest);
  std::vector<float> shares;
  shares.reserve(count);
  for (const double value : logs) shares.push_back(static_cast<float>(value / sum));
  return shares;
}

}  // namespace tabiya
