// All that can be set about the engine, and the one table of its options.
//
// To add an option: a member here, a row in settings.cpp, and where the engine uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/option.h"
#include "engine/strength.h"
#include "inference/open_evaluator.h"
#include "search/alphabeta/alphabeta.h"
#include "search/mcts/parameters.h"
#include "search/search.h"

namespace tabiya {

enum class EngineKind : std::uint8_t { AlphaBeta, Mcts };

// The network file that means the network inside the program.
inline constexpr std::string_view kBuiltInNetwork = "<built-in>";

// Of the tree search and its network.
struct TreeSettings {
  std::string network{kDefaultNetwork};  // an ONNX file, or a word of open_evaluator.h
  int batch_size = 0;                    // positions to ask about at once; 0: what suits
  // The file, the numbers of threads, the sizes of batches and the leaves of a thread are not
  // looked at: they follow from the members above and from the threads of the engine.
  EvaluatorSettings evaluator{};
  MctsConfig search{};

  bool operator==(const TreeSettings&) const = default;
};

struct EngineSettings {
  EngineKind engine = EngineKind::AlphaBeta;
  int threads = 1;
  std::size_t hash = AlphaBeta::kStandardTable;  // mebibytes of alpha-beta's transposition table
  int multi_pv = 1;                              // moves to report
  bool ponder = false;  // whether "go ponder" will be said; it changes nothing here
  Milliseconds move_overhead{10};
  bool limit_strength = false;
  Elo elo = kStandardElo;                  // if it is limited
  std::string syzygy_path{};               // empty: no tablebases
  std::string eval_file{kBuiltInNetwork};  // of alpha-beta
  TreeSettings tree{};

  bool operator==(const EngineSettings&) const = default;
};

class Engine;

struct EngineOption : OptionOf<EngineSettings> {
  using OptionOf::OptionOf;
  // What happens when the value is set that it has already: the action of a button. A network that
  // is named again may have changed, so it is read again.
  Result<void> (*again)(Engine&) = nullptr;
};

// In the order in which they are listed.
std::span<const EngineOption> engine_options();

// The words of an option's choices, in the order of the values of its type.
inline constexpr std::string_view kEngineWords[]{"alphabeta", "mcts"};
inline constexpr std::string_view kBatchingWords[]{"lanes", "together"};

// Whether all numbers are within their limits.
Result<void> check_limits(const EngineSettings&);

// The name of the first option of the tree search whose values differ; empty if there is none.
std::string_view first_tree_difference(const EngineSettings&, const EngineSettings&);

// Sets an option by its name and the text of its value, as UCI has them. A wrong name or value
// changes nothing and is explained.
Result<void> set_option(Engine&, std::string_view name, std::string_view text);

}  // namespace tabiya
