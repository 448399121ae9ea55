#include "engine/engine_options.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "encode/history.h"
#include "engine/strength.h"
#include "inference/default_network.h"
#include "search/alphabeta/alphabeta.h"
#include "search/alphabeta/parameters.h"

namespace tabiya {
namespace {

Option spin(std::string_view name, int standard, int lowest, int highest, std::string summary) {
  return {std::string(name), Option::Kind::Spin, fmt::format("{}", standard), lowest,
          highest,           std::move(summary)};
}

Option of_kind(Option::Kind kind, std::string_view name, std::string_view standard,
               std::string summary) {
  return {std::string(name), kind, std::string(standard), 0, 0, std::move(summary)};
}

Option combo(std::string_view name, std::vector<std::string> choices, std::string summary) {
  Option option = of_kind(Option::Kind::Combo, name, choices.front(), std::move(summary));
  option.choices = std::move(choices);
  return option;
}

// In a program built for tuning, all parameters of the search are options.
std::vector<Option> with_parameters(std::vector<Option> options) {
#ifdef TABIYA_TUNE
  for (const Parameter& each : all_of(parameters))
    options.push_back(spin(each.name, each, each.lowest, each.highest,
                           fmt::format("a parameter of alphabeta; step {}", each.step)));
#endif
  return options;
}

}  // namespace

std::vector<Option> engine_options() {
  namespace name = option_name;
  using enum Option::Kind;
  constexpr int standard_elo = 1400;
  return with_parameters({
      spin(name::kHash, static_cast<int>(AlphaBeta::kStandardTable), 1, 1 << 20,
           "memory for what was searched before, in MiB"),
      spin(name::kThreads, 1, 1, 1024, "threads that search"),
      spin(name::kMultiPv, 1, 1, 256, "how many of the best moves to show"),
      of_kind(Check, name::kPonder, "false", "whether the program thinks on the opponent's time"),
      of_kind(Button, name::kClearHash, "", "forget what was searched before"),
      spin(name::kMoveOverhead, 10, 0, 10'000,
           "milliseconds that get lost between the program and the clock at each move"),
      of_kind(Check, name::kLimitStrength, "false", "play as weak as UCI_Elo says"),
      spin(name::kElo, standard_elo, static_cast<int>(kLowestElo), static_cast<int>(kHighestElo),
           "the strength to play at, if it is limited"),
      of_kind(String, name::kSyzygyPath, "", "folders with endgame tablebases, separated by ':'"),
      of_kind(String, name::kEvalFile, kBuiltInNetwork,
              "the network that judges positions for alphabeta"),
      combo(name::kEngine, {std::string(kAlphaBeta), std::string(kMcts)},
            "which search thinks: alphabeta, or mcts with a network of its own"),
      of_kind(
          String, name::kWeightsFile, std::string(kDefaultNetwork),
          "mcts: an ONNX network; <default> is the one that comes with the program, uniform none"),
      spin(name::kTreeMemory, 1024, 1, 1 << 15, "mcts: memory for the tree, in MiB"),
      spin(name::kNetCache, 200'000, 0, 100'000'000,
           "mcts: how many answers of the network to remember, 200 bytes each"),
      spin(name::kCacheHistory, kMostHistory - 1, 0, kMostHistory - 1,
           "mcts: how many earlier positions such an answer is for; fewer than the network looks "
           "at is quicker and less exact"),
      of_kind(Check, name::kCacheClocks, "true",
              "mcts: whether such an answer is for one half-move clock and move number only"),
      combo(name::kBatching, {std::string(kLanes), std::string(kTogether)},
            "mcts: each thread asks the network for itself (lanes), or one for all (together)"),
      spin(name::kBatchSize, 0, 0, 1024,
           "mcts: positions to ask about at once; 0: what suits the network"),
      spin(name::kBatchTimeout, 1000, 0, 1'000'000,
           "mcts: with together, microseconds to wait for a batch to fill"),
      combo(name::kNetDevice, {std::string(kCpu), std::string(kCuda)},
            "mcts: what computes the network"),
      spin(name::kNetThreads, 1, 1, 256, "mcts: threads inside each computation of the network"),
      combo(name::kNetPrecision, {std::string(kFastPrecision), std::string(kFullPrecision)},
            "mcts: on a graphics card, whether products may be rounded (TF32)"),
      of_kind(String, name::kOnnxRuntime, "",
              "mcts: the ONNX Runtime library to use, if not the usual one"),
      spin(name::kExploration, 175, 0, 10'000,
           "mcts: how much priors count against values, in hundredths"),
      spin(name::kFirstPlay, 33, -100, 200,
           "mcts: how much worse than its parent a move never tried is thought, in hundredths"),
      spin(name::kPriorTemperature, 100, 1, 1000,
           "mcts: above 100 the network's priors come closer together, below it farther apart"),
      of_kind(Check, name::kVerbose, "false", "mcts: tell of every root move at the end"),
  });
}

}  // namespace tabiya
