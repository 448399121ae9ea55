// Text of unknown origin, one character at a time, so that messages can show it safely.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tabiya {

// A character of a text, or a byte that is none.
struct Character {
  std::string_view bytes{};  // never empty
  char32_t code = 0;         // a lone byte's value if it is not well-formed UTF-8
  bool well_formed = false;

  // Takes one column or two on a screen, and does nothing else to it: no control character,
  // no mark that turns the direction of writing, nothing invisible but the blank.
  bool printable() const;
};

// The character that begins at this byte. Precondition: at < text.size().
Character character_at(std::string_view text, std::size_t at);

// A printable character as it is, others as \xNN for each byte.
std::string shown(const Character&);

}  // namespace tabiya
