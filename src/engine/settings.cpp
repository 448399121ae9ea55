#include "engine/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "encode/planes.h"
#include "engine/engine.h"
#include "search/alphabeta/parameters.h"
#include "search/time_manager.h"

namespace tabiya {
namespace {

using O = Option;
using S = EngineSettings;
using V = OptionValue;

EngineOption with_action(EngineOption option, Result<void> (*again)(Engine&)) {
  option.again = again;
  return option;
}

std::vector<std::string> words(std::span<const std::string_view> all) {
  return {all.begin(), all.end()};
}

std::vector<EngineOption> options_of_all() {
  return {
      {O::spin("Hash", 1, 1 << 20, "size of the transposition table, in MiB"),
       [](auto& s) -> auto& { return s.hash; }},
      {O::spin("Threads", 1, 1024, "threads that search"),
       [](auto& s) -> auto& { return s.threads; }},
      {O::spin("MultiPV", 1, 256, "how many of the best moves to show"),
       [](auto& s) -> auto& { return s.multi_pv; }},
      {O::check("Ponder", "whether the program thinks on the opponent's time"),
       [](auto& s) -> auto& { return s.ponder; }},
      with_action({O::button("Clear Hash", "clear the transposition table"),
                   [](const S&) { return V{}; }, [](S&, const V&) {}},
                  [](Engine& engine) -> Result<void> {
                    engine.forget();
                    return {};
                  }),
      {O::spin("Move Overhead", 0, 10'000,
               "milliseconds that get lost between the program and the clock at each move"),
       [](auto& s) -> auto& { return s.move_overhead; }},
      {O::check("UCI_LimitStrength", "play as weak as UCI_Elo says"),
       [](auto& s) -> auto& { return s.limit_strength; }},
      {O::spin("UCI_Elo", static_cast<int>(kLowestElo), static_cast<int>(kHighestElo),
               "the strength to play at, if it is limited"),
       [](auto& s) -> auto& { return s.elo; }},
      {O::text("SyzygyPath", "folders with endgame tablebases, separated by ':'"),
       [](auto& s) -> auto& { return s.syzygy_path; }},
      with_action({O::text("EvalFile", "the network that evaluates positions for alphabeta"),
                   [](auto& s) -> auto& { return s.eval_file; }},
                  [](Engine& engine) { return engine.read_network_again(EngineKind::AlphaBeta); }),
      {O::combo("Engine", words(kEngineWords),
                "the search to use: alphabeta, or mcts with a network of its own"),
       [](auto& s) -> auto& { return s.engine; }},
  };
}

std::vector<EngineOption> options_of_tree() {
  return {
      with_action({O::text("WeightsFile",
                           "mcts: an ONNX network; <default> is the one that comes with the "
                           "program, uniform none"),
                   [](auto& s) -> auto& { return s.tree.network; }},
                  [](Engine& engine) { return engine.read_network_again(EngineKind::Mcts); }),
      {O::spin("TreeMemory", 1, 1 << 15, "mcts: memory for the tree, in MiB"),
       [](const S& s) { return V(static_cast<int>(s.tree.search.memory >> 20)); },
       [](S& s, const V& v) {
         s.tree.search.memory = static_cast<std::size_t>(std::get<int>(v)) << 20;
       }},
      {O::spin("NetCache", 0, 100'000'000,
               "mcts: how many answers of the network to remember, 200 bytes each"),
       [](auto& s) -> auto& { return s.tree.evaluator.cache; }},
      // The present position is not an earlier one.
      {O::spin("CacheHistoryLength", 0, kMostHistory - 1,
               "mcts: how many earlier positions must be the same for a cached answer; fewer than "
               "the network looks at is quicker and less exact"),
       [](const S& s) { return V(s.tree.evaluator.cache_inputs.history - 1); },
       [](S& s, const V& v) { s.tree.evaluator.cache_inputs.history = std::get<int>(v) + 1; }},
      {O::check("CacheClocks",
                "mcts: whether half-move clock and move number must be the same, too"),
       [](auto& s) -> auto& { return s.tree.evaluator.cache_inputs.clocks; }},
      {O::combo("Batching", words(kBatchingWords),
                "mcts: each thread evaluates its own positions (lanes), or one thread those of all "
                "(together)"),
       [](auto& s) -> auto& { return s.tree.evaluator.arrangement; }},
      {O::spin("BatchSize", 0, 1024,
               "mcts: positions to evaluate at once; 0: chosen for the network"),
       [](auto& s) -> auto& { return s.tree.batch_size; }},
      {O::spin("BatchTimeout", 0, 1'000'000,
               "mcts: with together, microseconds to wait for a batch to fill"),
       [](auto& s) -> auto& { return s.tree.evaluator.batch.timeout; }},
      {O::combo("NetDevice", {"cpu", "cuda"}, "mcts: what computes the network"),
       [](auto& s) -> auto& { return s.tree.evaluator.onnx.session.provider; }},
      {O::spin("NetThreads", 1, 256, "mcts: threads inside each computation of the network"),
       [](auto& s) -> auto& { return s.tree.evaluator.onnx.session.threads; }},
      {O::combo("NetPrecision", {"fast", "full"},
                "mcts: on a graphics card, whether products may be rounded (TF32)"),
       [](const S& s) { return V(s.tree.evaluator.onnx.session.tf32 ? 0 : 1); },
       [](S& s, const V& v) { s.tree.evaluator.onnx.session.tf32 = std::get<int>(v) == 0; }},
      {O::text("OnnxRuntime", "mcts: the ONNX Runtime library to use, if not the usual one"),
       [](auto& s) -> auto& { return s.tree.evaluator.library; }},
      {O::spin("Exploration", 0, 10'000,
               "mcts: how much priors count against values, in hundredths"),
       [](auto& s) -> auto& { return s.tree.search.exploration; }},
      {O::spin("FirstPlayReduction", -100, 200,
               "mcts: how much worse than its parent an unvisited move is assumed to be, in "
               "hundredths"),
       [](auto& s) -> auto& { return s.tree.search.first_play_reduction; }},
      {O::spin("PriorTemperature", 1, 1000,
               "mcts: above 100 priors become more equal, below 100 less equal"),
       [](auto& s) -> auto& { return s.tree.evaluator.onnx.prior_temperature; }},
      {O::check("VerboseMoveStats", "mcts: print statistics of every root move at the end"),
       [](auto& s) -> auto& { return s.tree.search.verbose; }},
  };
}

#ifdef TABIYA_TUNE
// The parameters of a search as options, but those that are options in every program.
template <class Set>
void add_parameters(std::vector<EngineOption>& options, Set& set, std::string_view search) {
  for (const Parameter& each : all_of(set)) {
    if (find_option(options, each.name) != nullptr) continue;
    options.push_back(
        {O::spin(std::string(each.name), each.lowest, each.highest,
                 fmt::format("a parameter of {}; step {}", search, each.step)),
         [&set, name = each.name](const S&) {
           const auto all = all_of(set);
           return V(std::ranges::find(all, name, &Parameter::name)->value);
         },
         [&set, name = each.name](S&, const V& v) { assign(set, name, std::get<int>(v)); }});
  }
}
#endif

struct Table {
  std::vector<EngineOption> options = options_of_all();
  std::size_t tree = options.size();  // where those of the tree search begin

  std::size_t tuning;  // and those of a tuning build

  Table() {
    std::ranges::move(options_of_tree(), std::back_inserter(options));
    tuning = options.size();
#ifdef TABIYA_TUNE
    add_parameters(options, parameters, "alphabeta");
    add_parameters(options, tree_parameters, "mcts");
    add_parameters(options, time_parameters, "both searches");
#endif
  }
};

const Table& table() {
  static const Table made;
  return made;
}

}  // namespace

std::span<const EngineOption> engine_options() { return table().options; }

Result<void> check_limits(const EngineSettings& settings) {
  for (const EngineOption& option : engine_options())
    if (auto fine = check_limits(option, option.get(settings)); !fine) return fine;
  return {};
}

std::string_view first_tree_difference(const EngineSettings& a, const EngineSettings& b) {
  for (const EngineOption& option :
       engine_options().subspan(table().tree, table().tuning - table().tree))
    if (option.get(a) != option.get(b)) return option.name;
  return a.threads == b.threads ? "" : "Threads";
}

Result<void> set_option(Engine& engine, std::string_view name, std::string_view text) {
  const EngineOption* const option = find_option(engine_options(), name);
  if (option == nullptr) return failure("there is no option named \"{:.40}\"", name);
  const auto value = parse_value(*option, text);
  if (!value) return std::unexpected(value.error());
  EngineSettings wanted = engine.settings();
  if (option->again != nullptr && option->get(wanted) == *value) return option->again(engine);
#ifdef TABIYA_TUNE
  engine.stop();  // a search reads its parameters all the time
  engine.wait();
#endif
  option->set(wanted, *value);
  return engine.configure(wanted);
}

}  // namespace tabiya
