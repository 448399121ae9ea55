#include "base/wrap.h"

namespace tabiya {

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
