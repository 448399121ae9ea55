// tabiya perft …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_perft(CommandLine&);

}  // namespace tabiya
