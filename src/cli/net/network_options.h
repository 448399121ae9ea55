// What kind of NNUE a command writes: options that training and `tabiya net random` share.
#pragma once

#include <CLI/CLI.hpp>

#include "nnue/shape.h"

namespace tabiya {

// Only shapes that network files have. The shape must live as long as the command.
void add_shape_options(CLI::App& command, NnueShape& shape);

}  // namespace tabiya
