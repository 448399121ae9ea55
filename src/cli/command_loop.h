// tabiya loop: self-play, training and matches, generation after generation.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_loop(CommandLine&);

}  // namespace tabiya
