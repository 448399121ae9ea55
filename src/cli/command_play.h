// tabiya play
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_play(CommandLine&);

// The same without its name: someone sits at a terminal.
ExitCode play_in_terminal();

}  // namespace tabiya
