// Text that came from outside: its characters, words and numbers, and how to show it safely.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace tabiya {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Equal whatever the case of their ASCII letters, as UCI compares names.
constexpr bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

inline std::string in_lower_case(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), lower);
  return all;
}

// Without the spaces around it.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// A line without what is left of an end as Windows has it.
constexpr std::string_view without_return(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

// What some programs put in front of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

// A character of a text, or a byte that is none.
struct Character {
  std::string_view bytes{};  // never empty
  char32_t code = 0;         // a lone byte's value if it is not well-formed UTF-8
  bool well_formed = false;

  // Takes one column or two on a screen, and does nothing else to it: no control character,
  // no mark that turns the direction of writing, nothing invisible but the blank.
  bool printable() const;
  // One of ASCII or Latin-1, such as a line end.
  bool control() const { return code < 0x20 || (code >= 0x7F && code < 0xA0); }
};

// The character that begins at this byte. Precondition: at < text.size().
Character character_at(std::string_view text, std::size_t at);

// A printable character as it is, others as \xNN for each byte.
std::string shown(const Character&);

// Fit for a terminal: every character as it is shown(), line ends as they are.
std::string printable(std::string_view text);

// Fit for a message and for a line of a protocol: line ends and tabs become blanks, and of a longer
// text only this many bytes are left, with "..." behind them.
inline constexpr std::size_t kLongestShown = 80;
std::string printable_line(std::string_view text, std::size_t longest = kLongestShown);

// The text between quotation marks, shortened if long, unprintable bytes as \xNN.
std::string in_quotes(std::string_view);
std::string in_quotes(char);

// The same, but without quotation marks where the text is short and printable: a plain word.
std::string quoted_if_odd(std::string_view);

// The character that begins at this byte between quotation marks, with its number if it is
// none of ASCII: letters that look alike are told apart. Precondition: at < text.size().
std::string quoted_at(std::string_view text, std::size_t at);

// The whole of a text as a number: "12" as an integer, "0.5" as a double; nothing for "12 ", "12x",
// "" and what does not fit.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

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

}  // namespace tabiya
