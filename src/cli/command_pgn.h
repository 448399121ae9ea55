// tabiya pgn …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_pgn(CommandLine&);

}  // namespace tabiya
