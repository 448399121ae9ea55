// tabiya train az: a policy and value network for the tree search.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

// Training needs libtorch, which is 500 MB: a program of its own, found beside this one, does it.
void register_train_az(CommandLine& line, CLI::App& train);

}  // namespace tabiya
