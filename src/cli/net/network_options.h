// What kind of NNUE a command writes: options that training and `tabiya net random` share.
#pragma once

#include <CLI/CLI.hpp>

namespace tabiya {

// Only widths that network files have. The number must live as long as the command.
void add_width_option(CLI::App& command, int& width);

}  // namespace tabiya
