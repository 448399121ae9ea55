#include "engine/engine_options.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "engine/strength.h"
#include "search/alphabeta/alphabeta.h"

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

}  // namespace

std::vector<Option> engine_options() {
  namespace name = option_name;
  using enum Option::Kind;
  constexpr int standard_elo = 1400;
  return {
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
      of_kind(String, name::kEvalFile, kBuiltInNetwork, "the network that judges positions"),
  };
}

}  // namespace tabiya
