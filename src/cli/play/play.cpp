#include "cli/commands.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <random>
#include <string_view>

#include "cli/messages.h"
#include "cli/play/engine_choice.h"
#include "repl/repl.h"

namespace tabiya {

namespace {

ExitCode play(const EngineChoice& choice) {
  std::random_device device;
  const std::uint64_t seed = std::uint64_t{device()} << 32 | device();
  Repl repl(seed);
  const auto chosen = apply(choice, [&](std::string_view name, std::string_view value) {
    return repl.set_option(name, value);
  });
  if (!chosen) {
    complain("tabiya play: {}\n", chosen.error().message);
    return ExitCode::Failed;
  }
  switch (repl.run()) {
    case Repl::Ended::Quit:
      break;
    case Repl::Ended::Interrupted:
      return ExitCode::Interrupted;
    case Repl::Ended::Terminated:
      return ExitCode::Terminated;
  }
  return ExitCode::Done;
}

}  // namespace

ExitCode play_in_terminal() { return play({}); }

void register_play(CommandLine& line) {
  auto choice = std::make_shared<EngineChoice>();
  CLI::App& command =
      line.add(Purpose::Play, "play", "Play in this terminal; help tells more there");
  command.footer("Without a command, and in a terminal, this is what tabiya does.");
  add_engine_choice(command, *choice);
  line.when_chosen(command, [choice] { return play(*choice); });
}

}  // namespace tabiya
