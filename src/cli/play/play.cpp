// tabiya play and tabiya uci: one engine, talking to a person or to a chess program.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "engine/settings.h"
#include "repl/repl.h"
#include "uci/session.h"

namespace tabiya {

namespace {

// --engine, --net and --option: which search thinks, and with what.
struct EngineChoice {
  std::optional<EngineKind> engine;
  std::string network;               // empty: the usual one
  std::vector<std::string> options;  // NAME=VALUE
};

// The choice must live as long as the command.
void add_engine_choice(CLI::App& command, EngineChoice& choice) {
  command
      .add_option_function<std::string>(
          "--engine",
          [&choice](const std::string& word) {
            choice.engine = word == kEngineWords[0] ? EngineKind::AlphaBeta : EngineKind::Mcts;
          },
          "The search to use: alphabeta or mcts")
      ->check(CLI::IsMember({std::string(kEngineWords[0]), std::string(kEngineWords[1])}))
      ->type_name("NAME");
  file_option(command, "--net", choice.network,
              "Its network: .nnue for alphabeta, .onnx for mcts (default: the network that "
              "comes with Tabiya)");
  command
      .add_option("--option", choice.options,
                  "Set an engine option, see docs/uci.md and docs/mcts.md")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
}

// Sets what was chosen, or says what was wrong with it. `set` is for options as text.
template <class Set>
Result<void> apply(const EngineChoice& choice, Engine& engine, const Set& set) {
  for (const std::string& option : choice.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos) return failure("--option {}: expected NAME=VALUE", option);
    if (auto done = set(option.substr(0, equals), option.substr(equals + 1)); !done) return done;
  }
  EngineSettings settings = engine.settings();
  settings.engine = choice.engine.value_or(settings.engine);
  if (!choice.network.empty()) {
    const bool is_tree = settings.engine == EngineKind::Mcts;
    (is_tree ? settings.tree.network : settings.eval_file) = choice.network;
  }
  return engine.configure(settings);
}

ExitCode play(const EngineChoice& choice) {
  std::random_device device;
  const std::uint64_t seed = std::uint64_t{device()} << 32 | device();
  Repl repl(seed);
  const auto chosen =
      apply(choice, repl.engine(), [&](const std::string& name, const std::string& value) {
        return set_option(repl.engine(), name, value);
      });
  if (!chosen) return failed("play", chosen.error().message);
  // In the order of Repl::Ended.
  constexpr std::array codes{ExitCode::Done, ExitCode::Failed, ExitCode::Interrupted,
                             ExitCode::Terminated};
  return codes[static_cast<std::size_t>(repl.run())];
}

ExitCode talk(const EngineChoice& choice) {
  uci::Session session(STDIN_FILENO, STDOUT_FILENO);
  // The session has options of its own.
  const auto chosen =
      apply(choice, session.engine(), [&](const std::string& name, const std::string& value) {
        return session.set_option(name, value);
      });
  if (!chosen) return failed("uci", chosen.error().message);
  return session.run() ? ExitCode::Done : failed("uci", "the output could not be written");
}

}  // namespace

ExitCode play_in_terminal() { return play({}); }

void register_play(CommandLine& line) {
  auto choice = std::make_shared<EngineChoice>();
  CLI::App& command =
      line.add(Purpose::Play, "play", "Play in this terminal; type help there for its commands");
  command.footer("This is what tabiya does without a command in a terminal.");
  add_engine_choice(command, *choice);
  line.when_chosen(command, [choice] { return play(*choice); });
}

ExitCode talk_uci() { return talk({}); }

void register_uci(CommandLine& line) {
  auto choice = std::make_shared<EngineChoice>();
  CLI::App& command =
      line.add(Purpose::Play, "uci", "Run as an engine for chess programs that speak UCI");
  command.footer("This is what tabiya does without a command if its input is not a terminal.");
  add_engine_choice(command, *choice);
  line.when_chosen(command, [choice] { return talk(*choice); });
}

}  // namespace tabiya
