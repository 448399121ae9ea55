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

CLI::Validator either_check(int one, int other) {
  return CLI::Validator(
      [one, other](std::string& text) -> std::string {
        const auto number = number_from<int>(text);
        if (number == one || number == other) return {};
        return fmt::format("must be {} or {}, not {}", one, other, in_quotes(text));
      },
      "");
}

CLI::Option* shape_option(CLI::App& command, const char* name, int& value,
                          const CLI::Validator& check, const char* what) {
  return command.add_option(name, value, what)->check(check)->type_name("N")->capture_default_str();
}

}  // namespace

void add_shape_options(CLI::App& command, NnueShape& shape) {
  shape_option(command, "--width", shape.width, width_check(), "Neurons for each player");
  shape_option(command, "--outputs", shape.outputs, either_check(1, kMostOutputs),
               "Outputs: 1, or 8 of which the number of pieces chooses one");
  shape_option(command, "--output-quantum", shape.quantum_b,
               either_check(kCoarseQuantumB, kFineQuantumB),
               "Steps to 1 in the output weights: 64, or 128, which keeps them within ±1");
  command.add_flag_callback(
      "--plain-inputs", [&] { shape.mirrored = false; },
      "Do not mirror the board for a player whose king stands on files e to h");
}

}  // namespace tabiya
