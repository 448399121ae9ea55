// A set of squares as 64 floats, 1 for each square in it and 0 for the others.
#pragma once

#include <cstdint>
#include <cstring>

#include "chess/bitboard.h"

namespace tabiya {

// Eight squares, a rank, at a time: the rank's bits in every lane, each lane keeping its own. There
// is no clearing before and no branch on what stands where, since almost all of the time goes into
// the writing. The compiler makes two halves of it where vectors are shorter.
inline void write_floats(Bitboard squares, float* out) {
  using Lanes = std::uint32_t __attribute__((vector_size(32)));
  constexpr Lanes kOwnBit = {1, 2, 4, 8, 16, 32, 64, 128};
  constexpr std::uint32_t kOne = 0x3F80'0000;  // the bits of 1.0F
  for (int rank = 0; rank < 8; ++rank) {
    const Lanes bits = kOwnBit & static_cast<std::uint32_t>(squares.bits() >> 8 * rank);
    const Lanes floats = (bits == kOwnBit) & kOne;
    std::memcpy(out + 8 * rank, &floats, sizeof floats);
  }
}

}  // namespace tabiya
