// tabiya match …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_match(CommandLine&);

}  // namespace tabiya
