// tabiya train …
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_train(CommandLine&);

}  // namespace tabiya
