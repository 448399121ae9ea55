// Options that take a number, a word of a list or the name of a file, checked and shown in the help
// in the same way by all commands. The default is shown unless the text already tells it.
#pragma once

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/text.h"

namespace tabiya {

// For ->check(): a number from lowest to highest, written with digits (and a point and an exponent
// where Number is no integer).
//
// CLI11 also reads "0x10", takes "010" for eight, and lets blanks and plus signs pass; a depth of
// 8 for 010 is a surprise. So every number is checked here first.
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

inline CLI::Option* show_default(CLI::Option* option) {
  return option->get_description().contains("(default:") ? option : option->capture_default_str();
}

template <class Number>
CLI::Option* number_option(CLI::App& command, const char* name, Number& value,
                           std::type_identity_t<Number> lowest,
                           std::type_identity_t<Number> highest, const char* what,
                           const char* type = "N") {
  CLI::Option* const option = command.add_option(name, value, what)->type_name(type);
  return show_default(option->check(number_check(lowest, highest)));
}

// One that may be left out has no default.
template <class Number>
CLI::Option* number_option(CLI::App& command, const char* name, std::optional<Number>& value,
                           std::type_identity_t<Number> lowest,
                           std::type_identity_t<Number> highest, const char* what) {
  return command.add_option(name, value, what)
      ->type_name("N")
      ->check(number_check(lowest, highest));
}

inline CLI::Option* choice_option(CLI::App& command, const char* name, std::string& value,
                                  const std::vector<std::string>& words, const char* what,
                                  const char* type = "TEXT") {
  CLI::Option* const option = command.add_option(name, value, what)->type_name(type);
  return show_default(option->check(CLI::IsMember(words)));
}

inline CLI::Option* file_option(CLI::App& command, const char* name, std::string& value,
                                const char* what) {
  return show_default(command.add_option(name, value, what)->type_name("FILE"));
}

}  // namespace tabiya
