#include "notation/error.h"

namespace tabiya {

std::string point_at(std::string_view text, std::size_t at) {
  // One column for each character, not each byte, and nothing that would move the cursor.
  std::string line;
  std::string indent;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool continues = (byte & 0xC0) == 0x80;
    line += byte < 0x20 || byte == 0x7F ? '?' : text[i];
    if (i < at && !continues) indent += ' ';
  }
  return line + '\n' + indent + '^';
}

}  // namespace tabiya
