// tabiya net quantize
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_net_quantize(CommandLine&, CLI::App& net);

}  // namespace tabiya
