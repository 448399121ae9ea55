// A number by which damaged files are found out: XXH3 by Yann Collet, 64 bits. Not against malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tabiya {

std::uint64_t checksum_of(std::span<const std::byte>);

}  // namespace tabiya
