// Every command of the program.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

// In the order in which the help lists them.
void register_all_commands(CommandLine&);

}  // namespace tabiya
