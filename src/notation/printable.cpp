#include "notation/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tabiya {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Control and format characters, odd spaces, line ends, private and unassigned planes.
constexpr std::array<Range, 14> kUnprintable{{
    {0x0000, 0x001F},
    {0x007F, 0x00A0},
    {0x00AD, 0x00AD},
    {0x0300, 0x036F},  // combining marks would climb onto the quotation mark
    {0x061C, 0x061C},
    {0x115F, 0x1160},
    {0x180B, 0x180F},
    {0x2000, 0x200F},
    {0x2028, 0x202F},
    {0x205F, 0x206F},
    {0x3000, 0x3000},
    {0xE000, 0xF8FF},
    {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF},
}};

constexpr bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

bool Character::printable() const {
  if (!well_formed || code >= 0xE0000 || (code & 0xFFFE) == 0xFFFE) return false;
  return std::ranges::none_of(kUnprintable, [this](const Range& range) {
    return range.first <= code && code <= range.last;
  });
}

Character character_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const Character lone{text.substr(at, 1), lead, lead < 0x80};
  if (lead < 0xC2 || lead > 0xF4) return lone;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() - at < length) return lone;
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[at + i])) return lone;
    code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[length] || code > 0x10FFFF || surrogate) return lone;
  return {text.substr(at, length), code, true};
}

std::string shown(const Character& character) {
  if (character.printable()) return std::string(character.bytes);
  std::string escaped;
  for (char byte : character.bytes)
    escaped += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
  return escaped;
}

}  // namespace tabiya
