// The unit of clocks and of limits of time.
#pragma once

#include <chrono>

namespace tabiya {

using Milliseconds = std::chrono::milliseconds;

}  // namespace tabiya
