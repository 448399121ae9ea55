#include "nnue/network.h"

// The assembler copies the file as it is, in no time. The labels are not global: the portable
// program has this file compiled twice, and each copy finds its own.
__asm__(
    ".pushsection .rodata, \"a\"\n"
    ".balign 64\n"
    "tabiya_network_begin: .incbin \"" TABIYA_DEFAULT_NETWORK
    "\"\n"
    "tabiya_network_end: .byte 0\n"
    ".popsection\n");

namespace tabiya {

extern "C" {
// Hidden, so that the compiler looks for them nowhere else.
[[gnu::visibility("hidden")]] extern const std::byte tabiya_network_begin[];  // NOLINT
[[gnu::visibility("hidden")]] extern const std::byte tabiya_network_end[];    // NOLINT
}

std::span<const std::byte> built_in_network_file() {
  return {tabiya_network_begin, tabiya_network_end};
}

}  // namespace tabiya
