// tabiya train …: networks from games.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_train(CommandLine& line);

}  // namespace tabiya
