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
inline constexpr std::string_view kEngine = "Engine";
// Of the tree search only.
inline constexpr std::string_view kWeightsFile = "WeightsFile";
inline constexpr std::string_view kTreeMemory = "TreeMemory";
inline constexpr std::string_view kNetCache = "NetCache";
inline constexpr std::string_view kCacheHistory = "CacheHistoryLength";
inline constexpr std::string_view kCacheClocks = "CacheClocks";
inline constexpr std::string_view kBatching = "Batching";
inline constexpr std::string_view kBatchSize = "BatchSize";
inline constexpr std::string_view kBatchTimeout = "BatchTimeout";
inline constexpr std::string_view kNetDevice = "NetDevice";
inline constexpr std::string_view kNetThreads = "NetThreads";
inline constexpr std::string_view kNetPrecision = "NetPrecision";
inline constexpr std::string_view kOnnxRuntime = "OnnxRuntime";
inline constexpr std::string_view kExploration = "Exploration";
inline constexpr std::string_view kFirstPlay = "FirstPlayReduction";
inline constexpr std::string_view kPriorTemperature = "PriorTemperature";
inline constexpr std::string_view kVerbose = "VerboseMoveStats";
}  // namespace option_name

// The value of EvalFile that means the network inside the program.
inline constexpr std::string_view kBuiltInNetwork = "<built-in>";

// The values of Engine.
inline constexpr std::string_view kAlphaBeta = "alphabeta";
inline constexpr std::string_view kMcts = "mcts";

// The values of Batching: each thread asks for itself, or one thread asks for all.
inline constexpr std::string_view kLanes = "lanes";
inline constexpr std::string_view kTogether = "together";

// The values of NetDevice and NetPrecision.
inline constexpr std::string_view kCpu = "cpu";
inline constexpr std::string_view kCuda = "cuda";
inline constexpr std::string_view kFastPrecision = "fast";
inline constexpr std::string_view kFullPrecision = "full";

std::vector<Option> engine_options();

}  // namespace tabiya
