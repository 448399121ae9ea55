#include "loop/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "match/engine_spec.h"

namespace tabiya {
namespace {

constexpr int kWidthOfRandomStart = 64;

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

// Engines without a limit would think for ever.
void append_match(Words& words, const Words& match, const Words& usual_limit) {
  constexpr std::array<std::string_view, 5> kLimits = {"--nodes", "--tc", "--movetime", "--depth",
                                                       "--each"};
  append(words, match);
  if (std::ranges::find_first_of(match, kLimits) == match.end()) append(words, usual_limit);
}

}  // namespace

GenerationPaths paths_of(const LoopConfig& config, std::uint64_t generation) {
  const std::filesystem::path folder = generation_folder(config.folder, generation);
  return {folder / "games", folder / (is_nnue(config) ? "net.nnue" : "net.onnx"),
          folder / "match.pgn", folder / "match.json"};
}

std::string network_of(const LoopConfig& config, std::uint64_t generation) {
  if (generation == 0)
    return start_words(config).empty() ? config.start
                                       : (config.folder / (config.start + ".nnue")).string();
  return paths_of(config, generation).network.string();
}

std::filesystem::path opponent_result(const LoopConfig& config, std::uint64_t generation,
                                      const LoopOpponent& opponent) {
  return generation_folder(config.folder, generation) /
         fmt::format("opponent-{}.json", opponent.name);
}

Words start_words(const LoopConfig& config) {
  const std::string file = (config.folder / (config.start + ".nnue")).string();
  if (config.start == "bootstrap") return {"net", "bootstrap", "--output", file};
  // Narrow, for it is fast, and what is wider knows as little.
  if (config.start == "random")
    return {"net",      "random",
            "--output", file,
            "--width",  fmt::format("{}", kWidthOfRandomStart),
            "--seed",   fmt::format("{}", config.seed)};
  return {};
}

Words selfplay_words(const LoopConfig& config, std::uint64_t generation, std::uint64_t best) {
  Words words = {"selfplay",
                 "--engine",
                 is_nnue(config) ? "alphabeta" : "mcts",
                 "--net",
                 network_of(config, best),
                 "--output",
                 paths_of(config, generation).games.string(),
                 "--seed",
                 fmt::format("{}", config.seed + generation)};
  append(words, config.stage_of(generation).selfplay);
  return words;
}

Words train_words(const LoopConfig& config, std::uint64_t generation) {
  Words words = {"train", is_nnue(config) ? "nnue" : "az"};
  const LoopStage& stage = config.stage_of(generation);
  const std::uint64_t first = generation > stage.window ? generation - stage.window + 1 : 1;
  for (std::uint64_t number = first; number <= generation; ++number)
    append(words, {"--data", paths_of(config, number).games.string()});
  append(words, {"--output", paths_of(config, generation).network.string(), "--seed",
                 fmt::format("{}", config.seed + generation)});
  append(words, stage.train);
  return words;
}

Words match_words(const LoopConfig& config, std::uint64_t generation, std::uint64_t best,
                  const std::filesystem::path& program) {
  const GenerationPaths paths = paths_of(config, generation);
  Words words = {"match"};
  append(words, engine_words(config, fmt::format("generation {}", generation),
                             network_of(config, generation), program));
  append(words, engine_words(config, best == 0 ? "start" : fmt::format("generation {}", best),
                             network_of(config, best), program));
  append(words, {"--pgn", paths.pgn.string(), "--result", paths.result.string()});
  append_match(words, config.stage_of(generation).match,
               {"--nodes", is_nnue(config) ? "20000" : "400"});
  return words;
}

Words opponent_words(const LoopConfig& config, std::uint64_t generation,
                     const LoopOpponent& opponent, const std::filesystem::path& program) {
  std::filesystem::path result = opponent_result(config, generation, opponent);
  Words words = {"match"};
  append(words, engine_words(config, fmt::format("generation {}", generation),
                             network_of(config, generation), program));
  words.emplace_back("--engine");
  append(words, opponent.engine);
  append(words, {"--result", result.string(), "--pgn", result.replace_extension("pgn").string()});
  // Nodes of two programs cannot be compared, times can.
  append_match(words, opponent.match, {"--movetime", "0.1"});
  return words;
}

}  // namespace tabiya
