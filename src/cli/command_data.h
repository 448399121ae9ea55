// tabiya data …: training games.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_data(CommandLine&);

}  // namespace tabiya
