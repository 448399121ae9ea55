// tabiya encode …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_encode(CommandLine&);

}  // namespace tabiya
