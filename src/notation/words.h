// Small pieces of text: splitting at spaces with places kept, and showing what was read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tabiya {

struct Word {
  std::string_view text{};
  std::size_t at = 0;  // offset into the whole text
};

// Words divided by any number of spaces, tabs and line ends.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  std::optional<Word> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Without the spaces around it.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// The text between quotation marks, shortened if long, unprintable bytes as \xNN.
std::string in_quotes(std::string_view);
std::string in_quotes(char);

// The same, but without quotation marks where the text is short and printable: a plain word.
std::string quoted_if_odd(std::string_view);

// The character that begins at this byte between quotation marks, with its number if it is
// none of ASCII: letters that look alike are told apart. Precondition: at < text.size().
std::string quoted_at(std::string_view text, std::size_t at);

}  // namespace tabiya
