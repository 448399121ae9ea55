// The options that both kinds of training have: learning rate and weight decay.
#pragma once

#include <CLI/CLI.hpp>

#include "train/optimiser.h"

namespace tabiya {

// Adds them to the command. The settings must live as long as the command.
void add_optimiser_options(CLI::App& command, OptimiserSettings&);

}  // namespace tabiya
