// Which Tabiya this is.
#pragma once

#include <string_view>

namespace tabiya {

std::string_view version();     // "0.1.0"
std::string_view target_cpu();  // the processor this code was compiled for: "znver3", "x86-64-v3"

}  // namespace tabiya
