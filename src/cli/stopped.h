// How every command ends that was interrupted.
#pragma once

#include "base/interrupt.h"
#include "cli/exit_code.h"

namespace tabiya {

// Says on standard error that the command was stopped, and by what. Precondition:
// interrupt.requested().
ExitCode stopped_by(const Interrupt& interrupt);

}  // namespace tabiya
