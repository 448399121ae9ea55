#include "train/optimiser.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tabiya {

namespace {

constexpr float kMeanDecay = 0.9F;
constexpr float kSquareDecay = 0.999F;
constexpr float kTiny = 1e-8F;  // keeps us from dividing by zero

float correction(float decay, std::uint64_t number) {
  return static_cast<float>(1.0 / (1.0 - std::pow(double{decay}, static_cast<double>(number))));
}

}  // namespace

double OptimiserSettings::rate_at(std::uint64_t step, std::uint64_t steps) const {
  const std::uint64_t rising = std::min(warm_up, steps / 10);
  if (step < rising) return rate * static_cast<double>(step + 1) / static_cast<double>(rising + 1);
  if (step >= steps) return last_rate;
  const double way = static_cast<double>(step - rising) / static_cast<double>(steps - rising);
  const double cosine = (1 + std::cos(std::numbers::pi * way)) / 2;
  return last_rate + (rate - last_rate) * cosine;
}

AdamWStep::AdamWStep(std::uint64_t number, float rate)
    : rate_(rate),
      mean_correction_(correction(kMeanDecay, number)),
      square_correction_(correction(kSquareDecay, number)) {}

// Compiled without errno for the square root, or the loop would not become vector code.
void AdamWStep::apply(const LearningNumbers& numbers, const Treatment& treatment) const {
  float* const values = numbers.values.data();
  const std::size_t count = numbers.values.size();
  const float rate = rate_ * mean_correction_;
  const float square_correction = square_correction_;
  const float keep = 1.0F - rate_ * treatment.weight_decay;
  const float highest = treatment.highest;
  for (std::size_t i = 0; i < count; ++i) {
    const float slope = treatment.slope_factor * numbers.slopes[i];
    const float mean = kMeanDecay * numbers.means[i] + (1.0F - kMeanDecay) * slope;
    const float square = kSquareDecay * numbers.squares[i] + (1.0F - kSquareDecay) * slope * slope;
    numbers.means[i] = mean;
    numbers.squares[i] = square;
    const float moved =
        keep * values[i] - rate * mean / (std::sqrt(square * square_correction) + kTiny);
    const float low = moved < -highest ? -highest : moved;
    values[i] = low > highest ? highest : low;
  }
}

}  // namespace tabiya
