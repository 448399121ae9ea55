// How the learning rate goes: up in a line, then down along half a cosine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace tabiya {

struct RatePlan {
  double highest = 1e-3;
  std::uint64_t steps = 1;    // of the whole training
  std::uint64_t warm_up = 0;  // steps until the highest, at most a tenth of all
  double last = 2e-5;         // at the end

  // Of a step, counted from 0.
  double at(std::uint64_t step) const {
    const std::uint64_t rising = std::min(warm_up, steps / 10);
    if (step < rising)
      return highest * static_cast<double>(step + 1) / static_cast<double>(rising + 1);
    if (step >= steps) return last;
    const double way = static_cast<double>(step - rising) / static_cast<double>(steps - rising);
    const double cosine = (1 + std::cos(std::numbers::pi * way)) / 2;
    return last + (highest - last) * cosine;
  }
};

}  // namespace tabiya
