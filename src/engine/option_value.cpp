#include "engine/option_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/number_from.h"
#include "base/result.h"
#include "notation/words.h"

namespace tabiya {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

using Checked = Result<std::string>;

Checked checked_number(const Option& option, std::string_view value) {
  const auto number = number_from<int>(value);
  if (number && *number >= option.lowest && *number <= option.highest)
    return fmt::format("{}", *number);
  return failure("{} needs a number from {} to {}, not {}", option.name, option.lowest,
                 option.highest, in_quotes(value));
}

Checked checked_choice(const Option& option, std::string_view value) {
  for (const std::string& choice : option.choices)
    if (same_name(value, choice)) return choice;
  return failure("{} is one of {}, not {}", option.name, fmt::join(option.choices, ", "),
                 in_quotes(value));
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

const Option* find_option(std::span<const Option> options, std::string_view name) {
  const auto found = std::ranges::find_if(
      options, [&](const Option& option) { return same_name(option.name, name); });
  return found == options.end() ? nullptr : &*found;
}

Checked checked_value(const Option& option, std::string_view value) {
  switch (option.kind) {
    case Option::Kind::Button:
      return "";
    case Option::Kind::String:
      return std::string(value == "<empty>" ? "" : value);
    case Option::Kind::Spin:
      return checked_number(option, value);
    case Option::Kind::Combo:
      return checked_choice(option, value);
    case Option::Kind::Check:
      break;
  }
  for (const std::string_view known : {"true", "false"})
    if (same_name(value, known)) return std::string(known);
  return failure("{} is either true or false, not {}", option.name, in_quotes(value));
}

}  // namespace tabiya
