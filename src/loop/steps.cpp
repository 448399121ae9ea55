#include "loop/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "match/engine_spec.h"

namespace tabiya {
namespace {

bool is_nnue(const LoopConfig& config) { return config.kind == LoopKind::Nnue; }

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// The settings of `tabiya match --engine`. Names of files may have anything inside.
Words engine_words(const LoopConfig& config, std::string_view name, const std::string& network,
                   const std::filesystem::path& program) {
  return {"--engine", fmt::format("cmd={}", quoted_argument(program.string())),
          fmt::format("name={}", name),
          fmt::format("args=uci --engine {} --net {}", is_nnue(config) ? "alphabeta" : "mcts",
                      quoted_argument(network))};
}

}  // namespace

StagePaths stage_paths(const LoopConfig& config, std::uint64_t generation) {
  const std::filesystem::path folder = generation_folder(config.folder, generation);
  return {folder / "games", folder / (is_nnue(config) ? "net.nnue" : "net.onnx"),
          folder / "match.pgn", folder / "match.json"};
}

std::string network_of(const LoopConfig& config, std::uint64_t generation) {
  if (generation == 0)
    return config.start == "bootstrap" ? (config.folder / "bootstrap.nnue").string() : config.start;
  return stage_paths(config, generation).network.string();
}

Words selfplay_words(const LoopConfig& config, std::uint64_t generation, std::uint64_t best) {
  Words words = {"selfplay",
                 "--engine",
                 is_nnue(config) ? "alphabeta" : "mcts",
                 "--net",
                 network_of(config, best),
                 "--output",
                 stage_paths(config, generation).games.string(),
                 "--seed",
                 fmt::format("{}", config.seed + generation)};
  append(words, config.selfplay);
  return words;
}

Words train_words(const LoopConfig& config, std::uint64_t generation) {
  Words words = {"train", is_nnue(config) ? "nnue" : "az"};
  const std::uint64_t first = generation > config.window ? generation - config.window + 1 : 1;
  for (std::uint64_t number = first; number <= generation; ++number)
    append(words, {"--data", stage_paths(config, number).games.string()});
  append(words, {"--output", stage_paths(config, generation).network.string(), "--seed",
                 fmt::format("{}", config.seed + generation)});
  append(words, config.train);
  return words;
}

Words match_words(const LoopConfig& config, std::uint64_t generation, std::uint64_t best,
                  const std::filesystem::path& program) {
  const StagePaths paths = stage_paths(config, generation);
  Words words = {"match"};
  append(words, engine_words(config, fmt::format("generation {}", generation),
                             network_of(config, generation), program));
  append(words, engine_words(config, best == 0 ? "start" : fmt::format("generation {}", best),
                             network_of(config, best), program));
  append(words, {"--pgn", paths.pgn.string(), "--result", paths.result.string()});
  append(words, config.match);
  // Engines without a limit would think for ever.
  constexpr std::array<std::string_view, 5> kLimits = {"--nodes", "--tc", "--movetime", "--depth",
                                                       "--each"};
  if (std::ranges::find_first_of(config.match, kLimits) == config.match.end())
    append(words, {"--nodes", is_nnue(config) ? "20000" : "400"});
  return words;
}

}  // namespace tabiya
