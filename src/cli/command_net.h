// tabiya net …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_net(CommandLine&);

}  // namespace tabiya
