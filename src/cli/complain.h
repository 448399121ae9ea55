// The one way commands write to standard error.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace tabiya {

// Like fmt::print(stderr, …), but a standard error that is closed or full is no reason to fail:
// the exit code still tells.
template <class... Values>
void complain(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fputs(text.c_str(), stderr);
}

}  // namespace tabiya
