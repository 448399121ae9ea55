// The bytes of nets/default.nnue, which the compiler put into the program.
#pragma once

#include <cstddef>
#include <span>

namespace tabiya {

std::span<const std::byte> built_in_network_file();

}  // namespace tabiya
