// tabiya bench …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_bench(CommandLine&);

}  // namespace tabiya
