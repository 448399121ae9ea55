// How every command shows an error in a text it was given.
#pragma once

#include <string_view>

#include "cli/exit_code.h"
#include "notation/error.h"

namespace tabiya {

// Prints, on standard error, the sentence, the text, and a caret under the place:
//
//   tabiya fen: side to move: "x" is neither w nor b
//     8/8/8/8/8/8/8/8 x - -
//                     ^
ExitCode wrong_text(std::string_view who, std::string_view text, const NotationError&);

}  // namespace tabiya
