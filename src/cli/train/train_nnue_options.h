// The options of `tabiya train nnue`.
#pragma once

#include <CLI/CLI.hpp>

#include "train/nnue/run_nnue.h"

namespace tabiya {

// Adds them to the command. The run must live as long as the command.
void add_train_nnue_options(CLI::App& command, NnueRun&);

}  // namespace tabiya
