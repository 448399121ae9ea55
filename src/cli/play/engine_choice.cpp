#include "cli/play/engine_choice.h"

#include <fmt/format.h>

#include "base/result.h"
#include "engine/engine_options.h"

namespace tabiya {

void add_engine_choice(CLI::App& command, EngineChoice& choice) {
  command.add_option("--engine", choice.engine, "Which search thinks: alphabeta or mcts")
      ->check(CLI::IsMember({std::string(kAlphaBeta), std::string(kMcts)}))
      ->type_name("NAME");
  command
      .add_option("--net", choice.network,
                  "Its network: .nnue for alphabeta, .onnx for mcts (default: the built-in one)")
      ->type_name("FILE");
  command.add_option("--option", choice.options, "Set an option of the engine, see docs/uci.md")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

Result<void> apply(const EngineChoice& choice, const OptionSetter& set) {
  for (const std::string& option : choice.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos) return failure("--option {}: it should be NAME=VALUE", option);
    if (auto done = set(option.substr(0, equals), option.substr(equals + 1)); !done) return done;
  }
  if (!choice.network.empty()) {
    const auto option = choice.engine == kMcts ? option_name::kWeightsFile : option_name::kEvalFile;
    if (auto done = set(option, choice.network); !done) return done;
  }
  if (choice.engine.empty()) return {};
  return set(option_name::kEngine, choice.engine);
}

}  // namespace tabiya
