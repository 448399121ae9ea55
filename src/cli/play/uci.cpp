#include "cli/commands.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string_view>

#include "cli/messages.h"
#include "cli/play/engine_choice.h"
#include "uci/session.h"

namespace tabiya {

namespace {

ExitCode talk(const EngineChoice& choice) {
  uci::Session session(STDIN_FILENO, STDOUT_FILENO);
  const auto chosen = apply(choice, [&](std::string_view name, std::string_view value) {
    return session.set_option(name, value);
  });
  if (!chosen) {
    complain("tabiya uci: {}\n", chosen.error().message);
    return ExitCode::Failed;
  }
  if (session.run()) return ExitCode::Done;
  complain("tabiya uci: the output could not be written\n");
  return ExitCode::Failed;
}

}  // namespace

ExitCode talk_uci() { return talk({}); }

void register_uci(CommandLine& line) {
  auto choice = std::make_shared<EngineChoice>();
  CLI::App& command =
      line.add(Purpose::Play, "uci", "Be an engine for chess programs that speak UCI");
  command.footer(
      "Without a command, and with input that is no terminal, this is what tabiya does.");
  add_engine_choice(command, *choice);
  line.when_chosen(command, [choice] { return talk(*choice); });
}

}  // namespace tabiya
