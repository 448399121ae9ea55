// A numeric annotation glyph of PGN: 1 is "!", 2 is "?", 10 is "even position".
#pragma once

#include <cstdint>

namespace tabiya {

enum class Nag : std::uint8_t {};

}  // namespace tabiya
