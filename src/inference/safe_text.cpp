#include "inference/safe_text.h"

#include <fmt/format.h>

namespace tabiya {

std::string safe_text(std::string_view text, std::size_t longest) {
  std::string safe;
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == '\t')
      safe += ' ';
    else if (c >= ' ' && c <= '~')
      safe += c;
    else
      safe += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    if (safe.size() > longest) {
      safe.resize(longest);
      return safe + "...";
    }
  }
  while (safe.ends_with(' ')) safe.pop_back();
  return safe;
}

}  // namespace tabiya
