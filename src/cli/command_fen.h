// tabiya fen …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_fen(CommandLine&);

}  // namespace tabiya
