#include "cli/train/selfplay_options.h"

#include "cli/options.h"

namespace tabiya {
namespace {

constexpr std::uint64_t kMostGames = 1'000'000'000'000;
constexpr int kMostPlies = 10'000;

void add_common_options(CLI::App& command, SelfplayOptions& options) {
  command
      .add_option("-o,--output", options.folder, "Folder for the games; continues if it has some")
      ->required()
      ->type_name("DIR");
  choice_option(command, "--engine", options.engine, {"alphabeta", "mcts"},
                "The search that plays: alphabeta or mcts", "NAME");
  file_option(command, "--net", options.network,
              "Its network: .nnue for alphabeta, .onnx for mcts (default: the network that "
              "comes with Tabiya)");
  CLI::Option* const games =
      number_option(command, "--games", options.games, 1, kMostGames,
                    "The number of games in the folder at the end (default: 1000)");
  number_option(command, "--positions", options.positions, 1, kMostGames,
                "The number of positions in the folder at the end, instead of --games")
      ->excludes(games);
  number_option(command, "--parallel", options.parallel, 1, 1024,
                "Games at once (default: one for each processor)");
  number_option(command, "--seed", options.seed, 0, UINT64_MAX,
                "With --parallel 1, equal seeds play equal games");

  number_option(command, "--random-plies", options.random_plies, 0,
                OpeningBook::kMostRandomPlies - 1,
                "Random half-moves at the beginning, one more in every second game "
                "(default: 8 for alphabeta, 0 for mcts)");
  number_option(command, "--max-plies", options.most_plies, 1, kMostPlies,
                "Half-moves after which a game is a draw");
  file_option(command, "--openings", options.openings,
              "Begin with the positions of an EPD or PGN file")
      ->excludes("--random-plies");
  number_option(command, "--chess960", options.chess960, 0.0, 1.0, "Share of Chess960 games",
                "SHARE")
      ->default_str("");
}

std::vector<const CLI::Option*> add_alphabeta_options(CLI::App& command,
                                                      AlphaBetaGameSettings& alphabeta) {
  command.option_defaults()->group("With --engine alphabeta");
  return {number_option(command, "--nodes", alphabeta.nodes, 1, 1'000'000'000,
                        "Begin no new iteration after N nodes"),
          number_option(command, "--hash", alphabeta.table, 1, 1024,
                        "Transposition table of each game, in MiB", "MIB"),
          number_option(
              command, "--balance", alphabeta.balance, 0, 30'000,
              "Choose another random opening if one side is better by more, in centipawns", "CP"),
          number_option(command, "--win-score", alphabeta.win_score, 0, 30'000,
                        "End a game as won when both sides say for three moves each that one is "
                        "better by this many centipawns; 0: never",
                        "CP"),
          number_option(command, "--draw-score", alphabeta.draw_score, 0, 30'000,
                        "End a game as drawn when, from half-move 80 on, both sides say for six "
                        "moves each that neither is better by more; 0: never",
                        "CP")};
}

std::vector<const CLI::Option*> add_tree_options(CLI::App& command, SelfplayOptions& options) {
  TreeGameSettings& tree = options.tree;
  command.option_defaults()->group("With --engine mcts");
  return {
      number_option(command, "--visits", tree.visits, 1, 100'000'000, "Visits of a full search"),
      number_option(command, "--quick-visits", tree.quick_visits, 1, 100'000'000,
                    "Visits of a quick search, for all other moves"),
      number_option(command, "--full-share", tree.full_share, 0.0, 1.0,
                    "Share of moves that get a full search", "SHARE"),
      number_option(command, "--noise", tree.noise_share, 0.0F, 1.0F,
                    "Share of noise in the root's priors", "SHARE"),
      number_option(command, "--noise-alpha", tree.noise_alpha, 0.01F, 100.0F,
                    "Shape of the Dirichlet noise; the smaller, the more uneven", "ALPHA"),
      number_option(command, "--temperature", tree.temperature, 0.0F, 10.0F,
                    "Temperature at which moves are sampled by visits", "T"),
      number_option(command, "--greedy-threshold", tree.greedy_threshold, 0, 10'000,
                    "Half-move from which the best move is played", "PLY"),
      number_option(command, "--resign", tree.resign, 0.0F, 1.0F,
                    "Resign below minus this value; 0: never", "VALUE"),
      number_option(command, "--play-through", tree.play_through, 0.0, 1.0,
                    "Share of games without resigning, to see how often it would be wrong",
                    "SHARE"),
      number_option(command, "--in-flight", tree.leaves_in_flight, 0, 1024,
                    "Positions of one game evaluated at once; 0: chosen for the network"),
      choice_option(
          command, "--batching", options.batching, {"lanes", "together"},
          "lanes: each game evaluates its own positions; together: all games share batches", "HOW"),
      file_option(command, "--onnx-runtime", options.onnx_runtime, "Library to load")};
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
