#include "tune/spsa.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace tabiya {

namespace {

// No two of these share their numbers.
Random random_of(std::uint64_t seed, std::uint64_t iteration, std::uint64_t pair) {
  std::uint64_t mixed = seed;
  for (const std::uint64_t part : {iteration, pair})
    mixed = SplitMix64(mixed ^ SplitMix64(part).next()).next();
  return Random(mixed);
}

}  // namespace

std::vector<double> Spsa::start() const {
  std::vector<double> values;
  values.reserve(parameters_.size());
  for (const TunedParameter& one : parameters_) values.push_back(one.start);
  return values;
}

Spsa::Size Spsa::size(std::size_t parameter, std::uint64_t iteration) const {
  const TunedParameter& one = parameters_[parameter];
  const auto k = static_cast<double>(iteration + 1);
  const auto n = static_cast<double>(schedule_.iterations);
  const double change = one.step * std::pow(n / k, schedule_.gamma);
  const double shrinking =
      std::pow((schedule_.stability + n) / (schedule_.stability + k), schedule_.alpha);
  return {change, one.rate * one.step * one.step * shrinking / change};
}

std::vector<int> Spsa::directions(std::uint64_t iteration) const {
  // Pairs are numbered from 0, so this number is free.
  Random random = random_of(seed_, iteration, UINT64_MAX);
  std::vector<int> signs(parameters_.size());
  for (int& sign : signs) sign = random.below(2) == 0 ? 1 : -1;
  return signs;
}

Spsa::Trial Spsa::trial(const std::vector<double>& values, std::uint64_t iteration,
                        std::uint64_t pair) const {
  const std::vector<int> signs = directions(iteration);
  Random random = random_of(seed_, iteration, pair);
  Trial trial;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const TunedParameter& one = parameters_[i];
    const double change = size(i, iteration).change * signs[i];
    const double shift = random.fraction();
    const auto rounded = [&](double value) {
      return static_cast<std::int64_t>(
          std::clamp(std::floor(value + shift), one.lowest, one.highest));
    };
    trial.plus.push_back(rounded(values[i] + change));
    trial.minus.push_back(rounded(values[i] - change));
  }
  return trial;
}

std::vector<double> Spsa::updated(std::vector<double> values, std::uint64_t iteration,
                                  std::int64_t balance) const {
  const std::vector<int> signs = directions(iteration);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const TunedParameter& one = parameters_[i];
    const double moved =
        values[i] + size(i, iteration).gain * signs[i] * static_cast<double>(balance);
    values[i] = std::clamp(moved, one.lowest, one.highest);
  }
  return values;
}

}  // namespace tabiya
