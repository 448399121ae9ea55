// tabiya uci
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_uci(CommandLine&);

// The same without its name: a chess program started us.
ExitCode talk_uci();

}  // namespace tabiya
