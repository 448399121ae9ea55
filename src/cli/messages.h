// How a command ends: what it tells people on standard error, and the shell by its exit code.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "base/interrupt.h"
#include "notation/error.h"

namespace tabiya {

enum class ExitCode : int {
  Done = 0,
  Failed = 1,
  WrongUsage = 2,
  Interrupted = 130,  // Ctrl-C, as shells have it: 128 + SIGINT
  Terminated = 143,   // 128 + SIGTERM
};

// Like fmt::print(stderr, …), but a standard error that is closed or full is no reason to fail:
// the exit code still tells.
template <class... Values>
void complain(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fputs(text.c_str(), stderr);
}

// Says that the command was stopped, and by what. Precondition: interrupt.requested().
ExitCode stopped_by(const Interrupt& interrupt);

// Prints the sentence, the text, and a caret under the place:
//
//   tabiya fen: side to move: "x" is neither w nor b
//     8/8/8/8/8/8/8/8 x - -
//                     ^
ExitCode wrong_text(std::string_view who, std::string_view text, const NotationError&);

}  // namespace tabiya
