#include "cli/net/network_options.h"

#include <fmt/format.h>

#include <string>

#include "base/text.h"
#include "nnue/network_parts.h"

namespace tabiya {

namespace {

// Multiples only, as network files have them.
CLI::Validator width_check() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        const auto width = number_from<int>(text);
        if (width && *width >= kLowestWidth && *width <= kHighestWidth && *width % kWidthStep == 0)
          return {};
        return fmt::format("must be a multiple of {} from {} to {}, not {}", kWidthStep,
                           kLowestWidth, kHighestWidth, in_quotes(text));
      },
      "");
}

}  // namespace

void add_width_option(CLI::App& command, int& width) {
  command.add_option("--width", width, "Neurons for each player")
      ->check(width_check())
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace tabiya
