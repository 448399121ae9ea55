// tabiya serve
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_serve(CommandLine&);

}  // namespace tabiya
