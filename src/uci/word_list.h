// The words of a line that are still to be read.
#pragma once

#include <span>
#include <string_view>

#include "base/text.h"

namespace tabiya::uci {

struct WordList {
  std::span<const Word> rest;

  bool empty() const { return rest.empty(); }
  bool is_next(std::string_view word) const { return !empty() && rest.front().text == word; }
  // Precondition: not empty.
  std::string_view take() {
    const std::string_view word = rest.front().text;
    rest = rest.subspan(1);
    return word;
  }
};

}  // namespace tabiya::uci
