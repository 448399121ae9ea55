// How much memory this machine has.
#pragma once

#include <cstddef>

namespace tabiya {

// In mebibytes; 0 if nobody knows. The system may promise more than it has, and end a program when
// it uses that: so what would not fit is to be refused before it is asked for.
std::size_t mebibytes_of_this_machine();

}  // namespace tabiya
