// tabiya selfplay: games of the program against itself, for training.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_selfplay(CommandLine&);

}  // namespace tabiya
