#include "notation/words.h"

#include <fmt/format.h>

#include <cstdint>

#include "notation/printable.h"

namespace tabiya {

std::optional<Word> WordReader::next() {
  while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  if (at_ == text_.size()) return std::nullopt;
  const std::size_t begin = at_;
  while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
  return Word{text_.substr(begin, at_ - begin), begin};
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;  // bytes that are shown
  std::string inside;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const std::string next = shown(character);
    if (inside.size() + next.size() > longest) return fmt::format("\"{}…\"", inside);
    inside += next;
    at += character.bytes.size();
  }
  return fmt::format("\"{}\"", inside);
}

std::string quoted_if_odd(std::string_view text) {
  std::string safe = in_quotes(text);
  if (safe.size() == text.size() + 2 && safe.compare(1, text.size(), text) == 0)
    return std::string(text);
  return safe;
}

std::string quoted_at(std::string_view text, std::size_t at) {
  const Character character = character_at(text, at);
  std::string result = in_quotes(character.bytes);
  if (character.well_formed && character.code >= 0x80)
    result += fmt::format(" (U+{:04X})", static_cast<std::uint32_t>(character.code));
  return result;
}

std::string in_quotes(char c) { return in_quotes(std::string_view(&c, 1)); }

}  // namespace tabiya
