// Eight floats that are computed with at once, in whatever instructions the processor has.
//
// The compilers' own vectors rather than a library: one AVX register or two SSE registers, with the
// same rounding either way, so that a network learns the same on every processor.
#pragma once

#include <cstddef>

namespace tabiya {

inline constexpr std::size_t kLanes = 8;

// May stand for floats in memory that belong to any array.
using Lanes [[gnu::vector_size(kLanes * sizeof(float)), gnu::may_alias]] = float;

// In memory that begins on a multiple of 32 bytes. By reference, since vectors as arguments and
// results would be passed differently by code for different processors.
inline const Lanes& lanes_at(const float* memory) {
  return *reinterpret_cast<const Lanes*>(memory);
}
inline Lanes& lanes_at(float* memory) { return *reinterpret_cast<Lanes*>(memory); }

// Always added in this order.
inline float sum_of(const Lanes& lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) +
         ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

}  // namespace tabiya
