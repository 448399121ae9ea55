#include "cli/messages.h"

#include <csignal>

namespace tabiya {

ExitCode stopped_by(const Interrupt& interrupt) {
  const bool terminated = interrupt.signal() == SIGTERM;
  complain("Stopped by {}.\n", terminated ? "SIGTERM" : "Ctrl-C");
  return terminated ? ExitCode::Terminated : ExitCode::Interrupted;
}

ExitCode wrong_text(std::string_view who, std::string_view text, const NotationError& error) {
  const std::string picture = point_at(text, error.at);
  const std::size_t end = picture.find('\n');
  complain("{}: {}\n  {}\n  {}\n", who, error.message, picture.substr(0, end),
           picture.substr(end + 1));
  return ExitCode::Failed;
}

}  // namespace tabiya
