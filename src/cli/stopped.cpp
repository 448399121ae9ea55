#include "cli/stopped.h"
#include "cli/complain.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>

namespace tabiya {

ExitCode stopped_by(const Interrupt& interrupt) {
  const bool terminated = interrupt.signal() == SIGTERM;
  complain("Stopped by {}.\n", terminated ? "SIGTERM" : "Ctrl-C");
  return terminated ? ExitCode::Terminated : ExitCode::Interrupted;
}

}  // namespace tabiya
