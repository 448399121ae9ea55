#include "cli/train/selfplay_options.h"

#include <fmt/format.h>

#include "base/result.h"
#include "cli/number_check.h"

namespace tabiya {
namespace {

void add_common_options(CLI::App& command, SelfplayOptions& options) {
  command
      .add_option("-o,--output", options.folder, "Folder for the games; continues if it has some")
      ->required()
      ->type_name("DIR");
  command.add_option("--engine", options.engine, "The search that plays: alphabeta or mcts")
      ->check(CLI::IsMember({"alphabeta", "mcts"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--net", options.network,
                  "Its network: .nnue for alphabeta, .onnx for mcts (default: the network that "
                  "comes with Tabiya)")
      ->type_name("FILE");
  command.add_option("--games", options.games, "The number of games in the folder at the end")
      ->check(number_check<std::uint64_t>(1, 1'000'000'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--parallel", options.parallel, "Games at once (default: one for each processor)")
      ->check(number_check<std::size_t>(1, 1024))
      ->type_name("N");
  command.add_option("--seed", options.seed, "With --parallel 1, equal seeds play equal games")
      ->check(number_check<std::uint64_t>(0, UINT64_MAX))
      ->type_name("N")
      ->capture_default_str();

  command
      .add_option("--random-plies", options.random_plies,
                  "Random half-moves at the beginning, one more in every second game "
                  "(default: 8 for alphabeta, 0 for mcts)")
      ->check(number_check<std::size_t>(0, OpeningBook::kMostRandomPlies - 1))
      ->type_name("N");
  command
      .add_option("--openings", options.openings, "Begin with the positions of an EPD or PGN file")
      ->type_name("FILE")
      ->excludes("--random-plies");
  command.add_option("--chess960", options.chess960, "Share of Chess960 games")
      ->check(number_check(0.0, 1.0))
      ->type_name("SHARE");
}

std::vector<const CLI::Option*> add_alphabeta_options(CLI::App& command,
                                                      AlphaBetaGameSettings& alphabeta) {
  std::vector<const CLI::Option*> all;
  const auto mine = [&](CLI::Option* option) {
    all.push_back(option->group("With --engine alphabeta")->capture_default_str());
  };
  mine(command.add_option("--nodes", alphabeta.nodes, "Begin no new iteration after N nodes")
           ->check(number_check<std::uint64_t>(1, 1'000'000'000))
           ->type_name("N"));
  mine(command.add_option("--hash", alphabeta.table, "Transposition table of each game, in MiB")
           ->check(number_check<std::size_t>(1, 1024))
           ->type_name("MIB"));
  mine(command
           .add_option("--balance", alphabeta.balance,
                       "Choose another random opening if one side is better by more, in centipawns")
           ->check(number_check(0, 30'000))
           ->type_name("CP"));
  return all;
}

std::vector<const CLI::Option*> add_tree_options(CLI::App& command, SelfplayOptions& options) {
  TreeGameSettings& tree = options.tree;
  std::vector<const CLI::Option*> all;
  const auto mine = [&](CLI::Option* option) {
    all.push_back(option->group("With --engine mcts")->capture_default_str());
  };
  const auto visits = number_check<std::uint64_t>(1, 100'000'000);
  mine(command.add_option("--visits", tree.visits, "Visits of a full search")
           ->check(visits)
           ->type_name("N"));
  mine(command
           .add_option("--quick-visits", tree.quick_visits,
                       "Visits of a quick search, for all other moves")
           ->check(visits)
           ->type_name("N"));
  mine(command.add_option("--full-share", tree.full_share, "Share of moves that get a full search")
           ->check(number_check(0.0, 1.0))
           ->type_name("SHARE"));
  mine(command.add_option("--noise", tree.noise_share, "Share of noise in the root's priors")
           ->check(number_check(0.0F, 1.0F))
           ->type_name("SHARE"));
  mine(command
           .add_option("--noise-alpha", tree.noise_alpha,
                       "Shape of the Dirichlet noise; the smaller, the more uneven")
           ->check(number_check(0.01F, 100.0F))
           ->type_name("ALPHA"));
  mine(command
           .add_option("--temperature", tree.temperature,
                       "Temperature at which moves are sampled by visits")
           ->check(number_check(0.0F, 10.0F))
           ->type_name("T"));
  mine(command
           .add_option("--greedy-threshold", tree.greedy_threshold,
                       "Half-move from which the best move is played")
           ->check(number_check(0, 10'000))
           ->type_name("PLY"));
  mine(command.add_option("--resign", tree.resign, "Resign below minus this value; 0: never")
           ->check(number_check(0.0F, 1.0F))
           ->type_name("VALUE"));
  mine(command
           .add_option("--play-through", tree.play_through,
                       "Share of games without resigning, to see how often it would be wrong")
           ->check(number_check(0.0, 1.0))
           ->type_name("SHARE"));
  mine(command
           .add_option("--in-flight", tree.leaves_in_flight,
                       "Positions of one game evaluated at once; 0: chosen for the network")
           ->check(number_check(0, 1024))
           ->type_name("N"));
  mine(command
           .add_option(
               "--batching", options.batching,
               "lanes: each game evaluates its own positions; together: all games share batches")
           ->check(CLI::IsMember({"lanes", "together"}))
           ->type_name("HOW"));
  mine(command.add_option("--onnx-runtime", options.onnx_runtime, "Library to load")
           ->type_name("FILE"));
  return all;
}

}  // namespace

Result<void> EngineOnlyOptions::check(const SelfplayOptions& options) const {
  for (const CLI::Option* option : options.is_tree() ? alphabeta : tree)
    if (option->count() > 0)
      return failure("{} is for --engine {}", option->get_name(),
                     options.is_tree() ? "alphabeta" : "mcts");
  return {};
}

EngineOnlyOptions add_selfplay_options(CLI::App& command, SelfplayOptions& options) {
  add_common_options(command, options);
  return {.alphabeta = add_alphabeta_options(command, options.alphabeta),
          .tree = add_tree_options(command, options)};
}

}  // namespace tabiya
