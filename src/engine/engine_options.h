// The options every face offers.
#pragma once

#include <string_view>
#include <vector>

#include "engine/option.h"

namespace tabiya {

namespace option_name {
inline constexpr std::string_view kHash = "Hash";
inline constexpr std::string_view kThreads = "Threads";
inline constexpr std::string_view kMultiPv = "MultiPV";
inline constexpr std::string_view kPonder = "Ponder";
inline constexpr std::string_view kClearHash = "Clear Hash";
inline constexpr std::string_view kMoveOverhead = "Move Overhead";
inline constexpr std::string_view kLimitStrength = "UCI_LimitStrength";
inline constexpr std::string_view kElo = "UCI_Elo";
inline constexpr std::string_view kSyzygyPath = "SyzygyPath";
inline constexpr std::string_view kEvalFile = "EvalFile";
}  // namespace option_name

// The value of EvalFile that means the network inside the program.
inline constexpr std::string_view kBuiltInNetwork = "<built-in>";

std::vector<Option> engine_options();

}  // namespace tabiya
