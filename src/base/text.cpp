#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace tabiya {

namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

// Control and format characters, odd spaces, line ends, private and unassigned planes.
constexpr std::array<CodeRange, 14> kUnprintable{{
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
  return std::ranges::none_of(kUnprintable, [this](const CodeRange& range) {
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

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    result += text[at] == '\n' ? "\n" : shown(character);
    at += character.bytes.size();
  }
  return result;
}

std::string printable_line(std::string_view text, std::size_t longest) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const std::string next = is_space(text[at]) ? " " : shown(character);
    if (next.size() > longest - line.size()) return line + "...";
    line += next;
    at += character.bytes.size();
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

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
