// tabiya train nnue …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_train_nnue(CommandLine&, CLI::App& train);

}  // namespace tabiya
