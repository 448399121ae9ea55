// How the learning rate goes: up in a line, then down along half a cosine.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace tabiya {

struct RatePlan {
  double highest = 1e-3;
  std::uint64_t steps = 1;    // of the whole training
  std::uint64_t warm_up = 0;  // steps until the highest
  double last = 2e-5;         // at the end

  // Of a step, counted from 0.
  double at(std::uint64_t step) const {
    if (step < warm_up)
      return highest * static_cast<double>(step + 1) / static_cast<double>(warm_up + 1);
    if (step >= steps || steps <= warm_up) return last;
    const double way = static_cast<double>(step - warm_up) / static_cast<double>(steps - warm_up);
    const double cosine = (1 + std::cos(std::numbers::pi * way)) / 2;
    return last + (highest - last) * cosine;
  }
};

}  // namespace tabiya
