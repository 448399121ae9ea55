// Numbers on the command line.
//
// CLI11 also reads "0x10", takes "010" for eight, and lets blanks and plus signs pass; a depth of
// 8 for 010 is a surprise. So every number is checked here first.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <string>

#include "base/text.h"

namespace tabiya {

// For ->check(): a number from lowest to highest, written with digits (and a point and an exponent
// where Number is no integer).
template <class Number>
CLI::Validator number_check(Number lowest, Number highest) {
  return CLI::Validator(
      [lowest, highest](std::string& text) -> std::string {
        const auto number = number_from<Number>(text);
        if (!number || !(*number >= lowest && *number <= highest))
          return fmt::format("must be a number from {} to {}, not {}", lowest, highest,
                             in_quotes(text));
        text = fmt::format("{}", *number);
        return {};
      },
      fmt::format("in [{} - {}]", lowest, highest));
}

}  // namespace tabiya
