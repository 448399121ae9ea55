#include "base/checksum.h"

// SSE2 is fast enough for files, and g++ 12 warns of its own AVX-512 header (its bug 105593).
#define XXH_INLINE_ALL
#define XXH_VECTOR 1
#include <xxhash.h>

static_assert(XXH_VECTOR == XXH_SSE2);

namespace tabiya {

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace tabiya
