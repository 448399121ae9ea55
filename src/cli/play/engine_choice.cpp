#include "cli/play/engine_choice.h"

#include <utility>

#include "base/result.h"
#include "engine/settings.h"

namespace tabiya {

void add_engine_choice(CLI::App& command, EngineChoice& choice) {
  command.add_option("--engine", choice.engine, "Which search thinks: alphabeta or mcts")
      ->check(CLI::IsMember({std::string(kEngineWords[0]), std::string(kEngineWords[1])}))
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
    const bool is_tree = choice.engine == kEngineWords[std::to_underlying(EngineKind::Mcts)];
    if (auto done = set(is_tree ? "WeightsFile" : "EvalFile", choice.network); !done) return done;
  }
  if (choice.engine.empty()) return {};
  return set("Engine", choice.engine);
}

}  // namespace tabiya
