// tabiya play and tabiya uci: one engine, talking to a person or to a chess program.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
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
  std::string engine;                // empty: the usual one
  std::string network;               // empty: the usual one
  std::vector<std::string> options;  // NAME=VALUE
};

// The choice must live as long as the command.
void add_engine_choice(CLI::App& command, EngineChoice& choice) {
  choice_option(command, "--engine", choice.engine,
                {std::string(kEngineWords[0]), std::string(kEngineWords[1])},
                "The search to use: alphabeta or mcts", "NAME");
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

using OptionSetter = std::function<Result<void>(std::string_view name, std::string_view value)>;

// Sets what was chosen, or says what was wrong with it.
Result<void> apply(const EngineChoice& choice, const OptionSetter& set) {
  for (const std::string& option : choice.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos) return failure("--option {}: expected NAME=VALUE", option);
    if (auto done = set(option.substr(0, equals), option.substr(equals + 1)); !done) return done;
  }
  if (!choice.network.empty()) {
    const bool is_tree = choice.engine == kEngineWords[std::to_underlying(EngineKind::Mcts)];
    if (auto done = set(is_tree ? "WeightsFile" : "EvalFile", choice.network); !done) return done;
  }
  if (choice.engine.empty()) return {};
  return set("Engine", choice.engine);
}

ExitCode play(const EngineChoice& choice) {
  std::random_device device;
  const std::uint64_t seed = std::uint64_t{device()} << 32 | device();
  Repl repl(seed);
  const auto chosen = apply(choice, [&](std::string_view name, std::string_view value) {
    return repl.set_option(name, value);
  });
  if (!chosen) return failed("play", chosen.error().message);
  // In the order of Repl::Ended.
  constexpr std::array codes{ExitCode::Done, ExitCode::Failed, ExitCode::Interrupted,
                             ExitCode::Terminated};
  return codes[static_cast<std::size_t>(repl.run())];
}

ExitCode talk(const EngineChoice& choice) {
  uci::Session session(STDIN_FILENO, STDOUT_FILENO);
  const auto chosen = apply(choice, [&](std::string_view name, std::string_view value) {
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
