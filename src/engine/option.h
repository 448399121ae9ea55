// An option as chess programs show it to people: its name, its kind, what it may be, and the
// member of a struct of settings that it stands for.
//
// Only UCI and --option NAME=VALUE read options from text; all other callers hand over the struct.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <concepts>
#include <filesystem>
#include <functional>
#include <limits>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/text.h"

namespace tabiya {

// The value of a check; of a spin, or the place of a combo's choice; of a string. A button has
// none.
using OptionValue = std::variant<std::monostate, bool, int, std::string>;

struct Option {
  // true/false, a number, an action, text, one of several words
  enum class Kind { Check, Spin, Button, String, Combo };

  std::string name;
  Kind kind;
  std::string summary;                 // what it does, for people
  int lowest = 0;                      // of a spin
  int highest = 0;                     // of a spin
  std::vector<std::string> choices{};  // of a combo
  std::string standard{};              // the default value; "true"/"false" for a check

  static Option check(std::string name, std::string summary) {
    return {std::move(name), Kind::Check, std::move(summary)};
  }
  static Option spin(std::string name, int lowest, int highest, std::string summary) {
    return {std::move(name), Kind::Spin, std::move(summary), lowest, highest};
  }
  static Option button(std::string name, std::string summary) {
    return {std::move(name), Kind::Button, std::move(summary)};
  }
  static Option text(std::string name, std::string summary) {
    return {std::move(name), Kind::String, std::move(summary)};
  }
  static Option combo(std::string name, std::vector<std::string> choices, std::string summary) {
    return {std::move(name), Kind::Combo, std::move(summary), 0, 0, std::move(choices)};
  }
};

// The value that a text means. An error says what would be right.
Result<OptionValue> parse_value(const Option&, std::string_view text);
// The reverse: "true" or "false", a number, a text; nothing for a button.
std::string value_text(const Option&, const OptionValue&);
// Whether a value is within the limits of a spin.
Result<void> check_limits(const Option&, const OptionValue&);

namespace option_detail {

template <class T>
inline constexpr bool kIsDuration = false;
template <class Rep, class Period>
inline constexpr bool kIsDuration<std::chrono::duration<Rep, Period>> = true;

template <class T>
int saturated(T number) {
  return std::in_range<int>(number) ? static_cast<int>(number) : std::numeric_limits<int>::max();
}

// The number of a spin, or the place of a choice. Fractions are told in hundredths.
template <class T>
OptionValue value_of(const T& field) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>)
    return field;
  else if constexpr (std::same_as<T, std::filesystem::path>)
    return field.string();
  else if constexpr (std::floating_point<T>)
    return saturated(std::llround(field * 100));
  else if constexpr (kIsDuration<T>)
    return saturated(field.count());
  else if constexpr (std::is_enum_v<T>)
    return saturated(std::to_underlying(field));
  else
    return saturated(field);
}

template <class T>
void assign(T& field, const OptionValue& value) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>)
    field = std::get<T>(value);
  else if constexpr (std::same_as<T, std::filesystem::path>)
    field = std::get<std::string>(value);
  else if constexpr (std::floating_point<T>)
    field = static_cast<T>(std::get<int>(value)) / 100;
  else
    field = static_cast<T>(std::get<int>(value));
}

}  // namespace option_detail

// An option of such settings. Its default value is the one that new settings have.
template <class Settings>
struct OptionOf : Option {
  std::function<OptionValue(const Settings&)> get;
  std::function<void(Settings&, const OptionValue&)> set;

  OptionOf(Option shape, std::function<OptionValue(const Settings&)> getter,
           std::function<void(Settings&, const OptionValue&)> setter)
      : Option(std::move(shape)), get(std::move(getter)), set(std::move(setter)) {
    standard = value_text(*this, get(Settings{}));
  }

  // `field` is a lambda without captures that finds the member:
  // [](auto& s) -> auto& { return s.threads; }.
  template <class Field>
  OptionOf(Option shape, Field)
      : OptionOf(
            std::move(shape), [](const Settings& s) { return option_detail::value_of(Field{}(s)); },
            [](Settings& s, const OptionValue& v) { option_detail::assign(Field{}(s), v); }) {}
};

// Null if there is none.
template <std::ranges::forward_range Options>
auto* find_option(Options&& options, std::string_view name) {
  const auto found =
      std::ranges::find_if(options, [&](const Option& one) { return same_name(one.name, name); });
  return found == std::ranges::end(options) ? nullptr : &*found;
}

}  // namespace tabiya
