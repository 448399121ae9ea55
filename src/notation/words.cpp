#include "notation/words.h"

#include <fmt/format.h>

namespace tabiya {

std::optional<Word> WordReader::next() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  if (at_ == text_.size()) return std::nullopt;
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
  return Word{text_.substr(begin, at_ - begin), begin};
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown = "\"";
  for (char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F)
      shown += fmt::format("\\x{:02X}", byte);
    else
      shown += c;
  }
  return shown + (text.size() > longest ? "…\"" : "\"");
}

std::string quoted(char c) { return quoted(std::string_view(&c, 1)); }

}  // namespace tabiya
