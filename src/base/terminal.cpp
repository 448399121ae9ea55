#include "base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"

namespace tabiya {

namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): only read
  return value == nullptr ? std::string_view() : value;
}

// The first of these that is set holds, as for every program.
std::string_view character_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const std::string_view value = environment(name); !value.empty()) return value;
  return "C";
}

// "de_DE.UTF-8", "C.utf8"
bool names_utf8(std::string_view locale) {
  const std::string text = in_lower_case(locale);
  return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
}

}  // namespace

bool is_capable_terminal(int file) { return isatty(file) == 1 && environment("TERM") != "dumb"; }

bool wants_color(int file) {
  return is_capable_terminal(file) && !environment("TERM").empty() &&
         environment("NO_COLOR").empty();
}

bool shows_unicode(int file) { return isatty(file) == 0 || names_utf8(character_locale()); }

std::size_t columns_of(int file) {
  winsize size{};
  if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) return size.ws_col;
  return 80;
}

std::string wrapped(std::span<const std::string> words, std::string_view margin,
                    std::size_t columns) {
  std::string text;
  std::size_t column = margin.size();
  for (const std::string& word : words) {
    if (column > margin.size()) {
      if (column + 1 + word.size() > columns) {
        text.append("\n").append(margin);
        column = margin.size();
      } else {
        text += ' ';
        ++column;
      }
    }
    text += word;
    column += word.size();
  }
  return text;
}

}  // namespace tabiya
