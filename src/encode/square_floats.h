// A set of squares as 64 floats, 1 for each square in it and 0 for the others.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "chess/bitboard.h"

namespace tabiya {

// 32 squares are in every lane of a vector, and each lane looks for its own. There is no clearing
// before and no branch on what stands where: this is as fast as writing zeros, while clearing and
// then setting single floats takes seven times as long (Zen 4).
inline void write_floats(Bitboard squares, float* out) {
#ifdef __AVX2__
  using Lanes = std::uint32_t __attribute__((vector_size(32)));
  constexpr Lanes kLowest = {1, 2, 4, 8, 16, 32, 64, 128};
#else  // longer vectors than the processor has make g++ 12 work lane by lane
  using Lanes = std::uint32_t __attribute__((vector_size(16)));
  constexpr Lanes kLowest = {1, 2, 4, 8};
#endif
  constexpr int kLanes = sizeof(Lanes) / sizeof(std::uint32_t);
  constexpr auto kOne = std::bit_cast<std::uint32_t>(1.0F);
  for (int half = 0; half < 64; half += 32) {
    const Lanes bits = Lanes{} + static_cast<std::uint32_t>(squares.bits() >> half);
    for (int first = 0; first < 32; first += kLanes) {
      const Lanes own_bit = kLowest << static_cast<std::uint32_t>(first);
      const Lanes floats = std::bit_cast<Lanes>((bits & own_bit) == own_bit) & kOne;
      std::memcpy(out + half + first, &floats, sizeof floats);
    }
  }
}

}  // namespace tabiya
