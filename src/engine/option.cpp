#include "engine/option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tabiya {
namespace {

std::unexpected<Error> outside_limits(const Option& option, std::string_view text) {
  return failure("{} needs a number from {} to {}, not {}", option.name, option.lowest,
                 option.highest, in_quotes(text));
}

bool is_within(const Option& option, int number) {
  return number >= option.lowest && number <= option.highest;
}

Result<OptionValue> parse_check(const Option& option, std::string_view text) {
  if (same_name(text, "true")) return true;
  if (same_name(text, "false")) return false;
  return failure("{} is either true or false, not {}", option.name, in_quotes(text));
}

Result<OptionValue> parse_spin(const Option& option, std::string_view text) {
  const auto number = number_from<int>(text);
  if (!number || !is_within(option, *number)) return outside_limits(option, text);
  return *number;
}

Result<OptionValue> parse_choice(const Option& option, std::string_view text) {
  for (std::size_t i = 0; i < option.choices.size(); ++i)
    if (same_name(text, option.choices[i])) return static_cast<int>(i);
  return failure("{} is one of {}, not {}", option.name, fmt::join(option.choices, ", "),
                 in_quotes(text));
}

}  // namespace

Result<OptionValue> parse_value(const Option& option, std::string_view text) {
  switch (option.kind) {
    case Option::Kind::Check:
      return parse_check(option, text);
    case Option::Kind::Spin:
      return parse_spin(option, text);
    case Option::Kind::Combo:
      return parse_choice(option, text);
    case Option::Kind::String:
      return std::string(text == "<empty>" ? "" : text);
    case Option::Kind::Button:
      break;
  }
  return OptionValue{};
}

std::string value_text(const Option& option, const OptionValue& value) {
  if (const auto* const flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* const text = std::get_if<std::string>(&value)) return *text;
  const auto* const number = std::get_if<int>(&value);
  if (number == nullptr) return "";
  if (option.kind == Option::Kind::Combo) return option.choices[static_cast<std::size_t>(*number)];
  return fmt::format("{}", *number);
}

Result<void> check_limits(const Option& option, const OptionValue& value) {
  if (option.kind != Option::Kind::Spin || is_within(option, std::get<int>(value))) return {};
  return outside_limits(option, value_text(option, value));
}

}  // namespace tabiya
