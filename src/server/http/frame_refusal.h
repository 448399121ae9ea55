// The answer to a message that is one too many.
#pragma once

#include <string>
#include <string_view>

namespace tabiya::http {

// An error with the code too_many, for the id that the frame has, if it can be read.
std::string too_many_answer(std::string_view frame);

}  // namespace tabiya::http
