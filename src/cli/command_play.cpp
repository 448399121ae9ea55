#include "cli/command_play.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <random>

#include "repl/repl.h"

namespace tabiya {

ExitCode play_in_terminal() {
  std::random_device device;
  const std::uint64_t seed = std::uint64_t{device()} << 32 | device();
  switch (Repl(seed).run()) {
    case Repl::Ended::Quit:
      break;
    case Repl::Ended::Interrupted:
      return ExitCode::Interrupted;
    case Repl::Ended::Terminated:
      return ExitCode::Terminated;
  }
  return ExitCode::Done;
}

void register_play(CommandLine& line) {
  CLI::App& command =
      line.add(Purpose::Play, "play", "Play in this terminal; help tells more there");
  command.footer("Without a command, and in a terminal, this is what tabiya does.");
  line.when_chosen(command, play_in_terminal);
}

}  // namespace tabiya
