#include "cli/command_uci.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "cli/complain.h"
#include "uci/session.h"

namespace tabiya {

ExitCode talk_uci() {
  if (uci::Session(STDIN_FILENO, STDOUT_FILENO).run()) return ExitCode::Done;
  complain("tabiya uci: the output could not be written\n");
  return ExitCode::Failed;
}

void register_uci(CommandLine& line) {
  CLI::App& command =
      line.add(Purpose::Play, "uci", "Be an engine for chess programs that speak UCI");
  command.footer(
      "Without a command, and with input that is no terminal, this is what tabiya does.");
  line.when_chosen(command, talk_uci);
}

}  // namespace tabiya
