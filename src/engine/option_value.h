// What people and programs write as the name and the value of an option.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/option.h"

namespace tabiya {

// Names are compared as UCI has it: capitals do not matter.
bool same_name(std::string_view, std::string_view);

// Null if there is none.
const Option* find_option(std::span<const Option>, std::string_view name);

// The value as the option keeps it: "true" or "false", a number within its limits, a text; nothing
// for a button. An error says what would be right.
Result<std::string> checked_value(const Option&, std::string_view value);

}  // namespace tabiya
