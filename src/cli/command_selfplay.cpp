#include "cli/command_selfplay.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/interrupt.h"
#include "base/progress.h"
#include "cli/complain.h"
#include "cli/net_description.h"
#include "cli/number_check.h"
#include "cli/stopped.h"
#include "dataset/shard_writer.h"
#include "inference/default_network.h"
#include "inference/open_evaluator.h"
#include "nnue/network.h"
#include "openings/opening_file.h"
#include "selfplay/alphabeta_games.h"
#include "selfplay/counted_evaluator.h"
#include "selfplay/selfplay.h"
#include "selfplay/tree_games.h"

namespace tabiya {
namespace {

constexpr const char* kTogether = "together";

struct SelfplayOptions {
  std::string engine = "alphabeta";
  std::string network;
  std::string folder;
  std::uint64_t games = 1000;
  std::size_t parallel = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t seed = 1;

  std::string openings;
  std::optional<std::size_t> random_plies;
  double chess960 = 0;

  AlphaBetaGameSettings alphabeta;
  TreeGameSettings tree;
  std::string batching = "lanes";
  std::string onnx_runtime;

  bool is_tree() const { return engine == "mcts"; }
};

// What the players judge positions by; one of the two.
struct Judges {
  std::shared_ptr<const Network> nnue{};
  std::shared_ptr<CountedEvaluator> evaluator{};
  std::string name{};  // of the evaluator's network
};

std::expected<std::shared_ptr<const GameStarts>, std::string> starts_of(
    const SelfplayOptions& options, std::uint64_t seed) {
  StartSettings settings;
  settings.random_plies = options.random_plies.value_or(options.is_tree() ? 0 : 8);
  settings.chess960_share = options.chess960;
  if (!options.openings.empty()) {
    const Variant variant = options.chess960 > 0 ? Variant::Chess960 : Variant::Standard;
    auto listed = read_openings(options.openings, variant, std::nullopt);
    if (!listed) return std::unexpected(listed.error());
    if (listed->empty())
      return std::unexpected(fmt::format("{}: there is no opening inside", options.openings));
    settings.listed = std::move(*listed);
  }
  return std::make_shared<const GameStarts>(settings, seed);
}

std::expected<Judges, std::string> alphabeta_judges(const SelfplayOptions& options) {
  if (options.network.empty()) return Judges{.nnue = Network::built_in()};
  auto loaded = Network::load(options.network);
  if (!loaded) return std::unexpected(loaded.error().message);
  return Judges{.nnue = std::make_shared<const Network>(std::move(*loaded))};
}

std::expected<Judges, std::string> tree_judges(const SelfplayOptions& options) {
  EvaluatorSettings settings;
  settings.file =
      network_named(options.network.empty() ? std::string(kDefaultNetwork) : options.network);
  settings.library = options.onnx_runtime;
  settings.threads = static_cast<int>(options.parallel);
  if (options.batching == kTogether) {
    settings.arrangement = Arrangement::Together;
    // What all games have in flight makes one batch.
    const int each = std::max(options.tree.leaves_in_flight, 1);
    settings.batch.size = std::clamp(static_cast<int>(options.parallel) * each, 1, 1024);
    settings.onnx.largest_batch = std::max(64, settings.batch.size);
  }
  auto opened = open_evaluator(settings);
  if (!opened) return std::unexpected(opened.error());
  return Judges{
      .evaluator = std::make_shared<CountedEvaluator>(std::move(opened->evaluator)),
      .name = settings.file.empty() ? std::string(kNoNetwork) : settings.file.stem().string()};
}

std::vector<std::unique_ptr<SelfPlayer>> players_of(const SelfplayOptions& options,
                                                    const Judges& judges,
                                                    const std::shared_ptr<const GameStarts>& starts,
                                                    std::uint64_t seed) {
  TreeGameSettings tree = options.tree;
  if (options.batching == kTogether) tree.leaves_in_flight = std::max(tree.leaves_in_flight, 1);
  std::vector<std::unique_ptr<SelfPlayer>> players;
  for (std::size_t i = 0; i < options.parallel; ++i) {
    if (options.is_tree())
      players.push_back(
          std::make_unique<TreeGames>(judges.evaluator, judges.name, tree, starts, seed));
    else
      players.push_back(std::make_unique<AlphaBetaGames>(judges.nnue, options.alphabeta, starts));
  }
  return players;
}

std::string results_text(const SelfplayCount& count) {
  return fmt::format("+{} ={} -{}", count.results[0], count.results[1], count.results[2]);
}

double per(std::uint64_t sum, std::uint64_t parts) {
  return static_cast<double>(sum) / static_cast<double>(std::max<std::uint64_t>(parts, 1));
}

std::string progress_note(const SelfplayCount& count, std::chrono::duration<double> time,
                          const CountedEvaluator* evaluator) {
  std::string note = fmt::format("{} games, {:.0f} positions/s, {:.0f} half-moves a game, {}",
                                 count.games, static_cast<double>(count.positions) / time.count(),
                                 per(count.plies, count.games), results_text(count));
  if (evaluator != nullptr)
    note += fmt::format(", batches of {:.1f}", per(evaluator->positions(), evaluator->calls()));
  return note;
}

void report(const SelfplayOptions& options, const SelfplayCount& count, const DataCount& there,
            std::chrono::duration<double> time, const CountedEvaluator* evaluator) {
  fmt::print("Played      {} games, {} positions, {}\n", count.games, count.positions,
             results_text(count));
  if (count.games > 0)
    fmt::print("Length      {:.1f} half-moves on average\n", per(count.plies, count.games));
  fmt::print("Time        {:.1f} s, {:.0f} positions/s\n", time.count(),
             static_cast<double>(count.positions) / std::max(time.count(), 1e-9));
  if (evaluator != nullptr && evaluator->calls() > 0)
    fmt::print("Network     {} positions, {:.0f}/s, {:.1f} in a batch\n", evaluator->positions(),
               static_cast<double>(evaluator->positions()) / std::max(time.count(), 1e-9),
               per(evaluator->positions(), evaluator->calls()));
  if (count.resign.games > 0)
    fmt::print("Resigning   would have been wrong in {} of {} games played on\n",
               count.resign.wrong, count.resign.games);
  fmt::print("{}: {} games, {} positions\n", printable(options.folder), there.games,
             there.positions);
}

ExitCode selfplay_command(const SelfplayOptions& options) {
  const auto failed = [](std::string_view message) {
    complain("tabiya selfplay: {}\n", printable(message));
    return ExitCode::Failed;
  };
  const Interrupt interrupt;
  // First what may be wrong with the command, so that nothing is made for nothing.
  const auto judges = options.is_tree() ? tree_judges(options) : alphabeta_judges(options);
  if (!judges) return failed(judges.error());
  const CountedEvaluator* evaluator = judges->evaluator.get();
  auto writer = ShardWriter::open(options.folder);
  if (!writer) return failed(writer.error());
  const std::uint64_t there = writer->count().games;
  if (there >= options.games) {
    fmt::print("{}: there are {} games already; --games says how many there shall be in all\n",
               printable(options.folder), there);
    return ExitCode::Done;
  }
  const std::uint64_t seed = seed_to_go_on(options.seed, options.parallel, there);
  const auto starts = starts_of(options, seed);
  if (!starts) return failed(starts.error());
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin);
  };
  std::expected<SelfplayCount, std::string> count;
  {
    Progress progress("self-play", options.games - there);
    std::stop_source stop;
    count = play_games(players_of(options, *judges, *starts, seed), options.games, *writer,
                       stop.get_token(), [&](const SelfplayCount& now) {
                         progress.update(now.games, progress_note(now, elapsed(), evaluator));
                         if (interrupt.requested()) stop.request_stop();
                       });
  }
  if (!count) return failed(count.error());
  report(options, *count, writer->count(), elapsed(), evaluator);
  return interrupt.requested() ? stopped_by(interrupt) : ExitCode::Done;
}

}  // namespace

void register_selfplay(CommandLine& line) {
  auto options = std::make_shared<SelfplayOptions>();
  CLI::App& command =
      line.add(Purpose::Train, "selfplay", "Play games against itself and keep them for training");
  command
      .add_option("-o,--output", options->folder, "Folder for the games; goes on if it has some")
      ->required()
      ->type_name("DIR");
  command.add_option("--engine", options->engine, "Who plays: alphabeta or mcts")
      ->check(CLI::IsMember({"alphabeta", "mcts"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--net", options->network,
                  "Its network: .nnue for alphabeta, .onnx for mcts (default: the built-in one)")
      ->type_name("FILE");
  command.add_option("--games", options->games, "How many there shall be in the folder")
      ->check(number_check<std::uint64_t>(1, 1'000'000'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--parallel", options->parallel,
                  "Games at once (default: one for each processor)")
      ->check(number_check<std::size_t>(1, 1024))
      ->type_name("N");
  command.add_option("--seed", options->seed, "With --parallel 1, equal seeds play equal games")
      ->check(number_check<std::uint64_t>(0, UINT64_MAX))
      ->type_name("N")
      ->capture_default_str();

  command
      .add_option("--random-plies", options->random_plies,
                  "Random half-moves at the beginning, in every second game one more "
                  "(default: 8 for alphabeta, 0 for mcts)")
      ->check(number_check<std::size_t>(0, OpeningBook::kMostRandomPlies - 1))
      ->type_name("N");
  command.add_option("--openings", options->openings, "Begin with the positions of EPD or PGN")
      ->type_name("FILE")
      ->excludes("--random-plies");
  command.add_option("--chess960", options->chess960, "Share of Chess960 games")
      ->check(number_check(0.0, 1.0))
      ->type_name("SHARE");

  // What only one of the two can do, checked when the whole line is known.
  auto only_alphabeta = std::make_shared<std::vector<CLI::Option*>>();
  auto only_tree = std::make_shared<std::vector<CLI::Option*>>();
  const auto for_alphabeta = [&](CLI::Option* option) {
    only_alphabeta->push_back(option->group("With --engine alphabeta")->capture_default_str());
  };
  const auto for_tree = [&](CLI::Option* option) {
    only_tree->push_back(option->group("With --engine mcts")->capture_default_str());
  };
  AlphaBetaGameSettings& alphabeta = options->alphabeta;
  for_alphabeta(
      command
          .add_option("--nodes", alphabeta.nodes, "Begin no new iteration after so many positions")
          ->check(number_check<std::uint64_t>(1, 1'000'000'000))
          ->type_name("N"));
  for_alphabeta(command.add_option("--hash", alphabeta.table, "MiB of hash table for each game")
                    ->check(number_check<std::size_t>(1, 1024))
                    ->type_name("MIB"));
  for_alphabeta(
      command
          .add_option("--balance", alphabeta.balance,
                      "Take another random opening if somebody is better by more centipawns")
          ->check(number_check(0, 30'000))
          ->type_name("CP"));
  TreeGameSettings& tree = options->tree;
  const auto visits = number_check<std::uint64_t>(1, 100'000'000);
  for_tree(command.add_option("--visits", tree.visits, "Of a move that is thought about well")
               ->check(visits)
               ->type_name("N"));
  for_tree(command.add_option("--quick-visits", tree.quick_visits, "Of the other moves")
               ->check(visits)
               ->type_name("N"));
  for_tree(command.add_option("--full-share", tree.full_share, "Share of moves thought about well")
               ->check(number_check(0.0, 1.0))
               ->type_name("SHARE"));
  for_tree(command.add_option("--noise", tree.noise_share, "Share of noise in the root's priors")
               ->check(number_check(0.0F, 1.0F))
               ->type_name("SHARE"));
  for_tree(command.add_option("--noise-alpha", tree.noise_alpha, "The smaller, the rougher")
               ->check(number_check(0.01F, 100.0F))
               ->type_name("ALPHA"));
  for_tree(command.add_option("--temperature", tree.temperature, "Of drawing moves by visits")
               ->check(number_check(0.0F, 10.0F))
               ->type_name("T"));
  for_tree(command
               .add_option("--greedy-threshold", tree.greedy_threshold,
                           "Half-move from which the best move is played")
               ->check(number_check(0, 10'000))
               ->type_name("PLY"));
  for_tree(command.add_option("--resign", tree.resign, "Give up below this value; 0: never")
               ->check(number_check(0.0F, 1.0F))
               ->type_name("VALUE"));
  for_tree(command
               .add_option("--play-through", tree.play_through,
                           "Share of games in which nobody gives up, to see if it would be right")
               ->check(number_check(0.0, 1.0))
               ->type_name("SHARE"));
  for_tree(command
               .add_option("--in-flight", tree.leaves_in_flight,
                           "Positions of one game asked about at once; 0: as suits the network")
               ->check(number_check(0, 1024))
               ->type_name("N"));
  for_tree(command
               .add_option("--batching", options->batching,
                           "lanes: each game asks for itself; together: all games fill batches")
               ->check(CLI::IsMember({"lanes", kTogether}))
               ->type_name("HOW"));
  for_tree(command.add_option("--onnx-runtime", options->onnx_runtime, "Library to load")
               ->type_name("FILE"));
  command.footer(
      "Examples:\n"
      "  tabiya selfplay -o games --games 10000 --nodes 5000\n"
      "  tabiya selfplay -o games --engine mcts --net net.onnx --visits 400\n"
      "Ctrl-C ends it in good order; the same command goes on.");
  line.when_chosen(command, [options, only_alphabeta, only_tree] {
    for (const CLI::Option* option : options->is_tree() ? *only_alphabeta : *only_tree)
      if (option->count() > 0) {
        complain("tabiya selfplay: {} is for --engine {}\n", option->get_name(),
                 options->is_tree() ? "alphabeta" : "mcts");
        return ExitCode::WrongUsage;
      }
    return selfplay_command(*options);
  });
}

}  // namespace tabiya
