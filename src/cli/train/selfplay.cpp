#include "cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/system.h"
#include "base/text.h"
#include "cli/train/selfplay_options.h"
#include "dataset/data_files.h"
#include "dataset/data_folder.h"
#include "dataset/shard_writer.h"
#include "inference/open_evaluator.h"
#include "nnue/network.h"
#include "openings/opening_file.h"
#include "selfplay/selfplay.h"

namespace tabiya {
namespace {

// What evaluates positions for the players; one of the two.
struct Evaluators {
  std::shared_ptr<const Network> nnue{};
  std::shared_ptr<Evaluator> evaluator{};
  std::shared_ptr<const EvaluationCounter> counter{};
  std::string name{};  // of the evaluator's network
};

// Alpha-beta plays the same game from the same start; random half-moves make it another
// one.
constexpr std::size_t kPliesWhenUsedAgain = 6;

Result<std::shared_ptr<const GameStarts>> starts_of(const SelfplayOptions& options,
                                                    std::uint64_t seed) {
  StartSettings settings;
  settings.random_plies = options.random_plies.value_or(options.is_tree() ? 0 : 8);
  settings.chess960_share = options.chess960;
  if (!options.is_tree()) settings.plies_when_used_again = kPliesWhenUsedAgain;
  // Which starts an earlier run took is unknown unless this one follows its order.
  settings.all_are_used = seed != options.seed;
  if (!options.openings.empty()) {
    const Variant variant = options.chess960 > 0 ? Variant::Chess960 : Variant::Standard;
    auto listed = read_openings(options.openings, variant, std::nullopt);
    if (!listed) return std::unexpected(listed.error());
    if (listed->empty()) return failure("{}: there is no opening inside", options.openings);
    settings.listed = std::move(*listed);
  }
  return std::make_shared<const GameStarts>(settings, seed);
}

Result<Evaluators> alphabeta_evaluators(const SelfplayOptions& options) {
  auto opened = Network::open(options.network);
  if (!opened) return std::unexpected(Error{opened.error().message});
  return Evaluators{.nnue = *std::move(opened)};
}

Result<Evaluators> tree_evaluators(const SelfplayOptions& options) {
  EvaluatorSettings settings;
  settings.file =
      network_named(options.network.empty() ? std::string(kDefaultNetwork) : options.network);
  settings.library = options.onnx_runtime;
  if (settings.file.empty() && options.network != kNoNetwork)
    return failure(
        "there is no network: choose one with --net, or play without one with --net uniform");
  settings.threads = static_cast<int>(options.parallel);
  // What is remembered of other games changes the order of visits, so that a lone player would not
  // play the same game after a pause.
  if (options.parallel == 1) settings.cache = 0;
  if (options.batches_together()) {
    settings.arrangement = Arrangement::Together;
    // What all games have in flight makes one batch.
    const int each = std::max(options.tree.leaves_in_flight, 1);
    settings.batch.size = std::clamp(static_cast<int>(options.parallel) * each, 1, 1024);
    settings.onnx.largest_batch = std::max(64, settings.batch.size);
  }
  auto opened = open_evaluator(settings);
  if (!opened) return std::unexpected(opened.error());
  return Evaluators{
      .evaluator = std::move(opened->evaluator),
      .counter = std::move(opened->counter),
      .name = settings.file.empty() ? std::string(kNoNetwork) : settings.file.stem().string()};
}

// What all games need at once must fit.
Result<void> check_size(const SelfplayOptions& options) {
  constexpr std::size_t kTables = 16;  // MiB of a searching thread besides its hash table
  const std::size_t each =
      options.is_tree() ? tree_memory_for(options.tree) >> 20 : options.alphabeta.table + kTables;
  const std::size_t there = mebibytes_of_this_machine();
  if (there == 0 || each * options.parallel < there) return {};
  return failure(
      "{} games at once need {} MiB of memory, and this machine has {}: lower --parallel or {}",
      options.parallel, each * options.parallel, there, options.is_tree() ? "--visits" : "--hash");
}

std::vector<std::unique_ptr<SelfPlayer>> players_of(const SelfplayOptions& options,
                                                    const Evaluators& evaluators,
                                                    const std::shared_ptr<const GameStarts>& starts,
                                                    std::uint64_t seed) {
  AlphaBetaGameSettings alphabeta = options.alphabeta;
  alphabeta.most_plies = options.most_plies;
  TreeGameSettings tree = options.tree;
  tree.most_plies = options.most_plies;
  tree.memory = tree_memory_for(tree);
  if (options.batches_together()) tree.leaves_in_flight = std::max(tree.leaves_in_flight, 1);
  std::vector<std::unique_ptr<SelfPlayer>> players;
  for (std::size_t i = 0; i < options.parallel; ++i) {
    if (options.is_tree())
      players.push_back(
          std::make_unique<TreeGames>(evaluators.evaluator, evaluators.name, tree, starts, seed));
    else
      players.push_back(std::make_unique<AlphaBetaGames>(evaluators.nnue, alphabeta, starts));
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
                          const EvaluationCounter* network) {
  std::string note = fmt::format("{} games, {:.0f} positions/s, {:.0f} half-moves a game, {}",
                                 count.games, static_cast<double>(count.positions) / time.count(),
                                 per(count.plies, count.games), results_text(count));
  if (network != nullptr)
    note += fmt::format(", batches of {:.1f}", per(network->positions, network->batches));
  return note;
}

void report(const SelfplayOptions& options, const SelfplayCount& count, const DataCount& there,
            std::chrono::duration<double> time, const EvaluationCounter* network) {
  fmt::print("Played      {}, {}, {}\n", counted(count.games, "game", "games"),
             counted(count.positions, "position", "positions"), results_text(count));
  if (count.games > 0)
    fmt::print("Length      {:.1f} half-moves on average\n", per(count.plies, count.games));
  fmt::print("Time        {:.1f} s, {:.0f} positions/s\n", time.count(),
             static_cast<double>(count.positions) / std::max(time.count(), 1e-9));
  if (network != nullptr && network->batches > 0)
    fmt::print("Network     {} positions, {:.0f}/s, {:.1f} in a batch\n", network->positions.load(),
               static_cast<double>(network->positions) / std::max(time.count(), 1e-9),
               per(network->positions, network->batches));
  if (count.resign.games > 0)
    fmt::print("Resigning   would have been wrong in {} of {} games that were played through\n",
               count.resign.wrong, count.resign.games);
  fmt::print("{}: {}, {}\n", printable(options.folder), counted(there.games, "game", "games"),
             counted(there.positions, "position", "positions"));
}

// What is damaged is told now, and not when a training fails. The games that can be read stay.
void tell_of_damage(const std::filesystem::path& folder, const Interrupt& interrupt) {
  const auto shards = shards_in(folder);
  if (!shards) return;
  for (const ShardName& shard : *shards) {
    const std::array file = {shard.file};
    const auto files = DataFiles::open(file);
    std::optional<std::string> damage;
    if (!files) damage = files.error().message;
    for (std::size_t block = 0; files && block < files->blocks() && !damage; ++block) {
      if (interrupt.requested()) return;
      if (const auto read = files->read(block); !read) damage = read.error().message;
    }
    if (damage)
      complain("tabiya selfplay: {}; run tabiya data check for details\n", printable(*damage));
  }
}

std::string enough_text(const SelfplayOptions& options, const DataCount& there) {
  const bool games = options.goal().games.has_value();
  const std::uint64_t number = games ? there.games : there.positions;
  const char* const what = games ? "games" : "positions";
  return fmt::format(
      "{}: there {} {} already; --{} is the number of {} in the folder, these included",
      printable(options.folder), number == 1 ? "is" : "are",
      games ? counted(number, "game", "games") : counted(number, "position", "positions"), what,
      what);
}

ExitCode selfplay_command(const SelfplayOptions& options) {
  const Interrupt interrupt;
  // First what may be wrong with the command, so that nothing is made for nothing.
  if (const auto fits = check_size(options); !fits) return failed("selfplay", fits.error().message);
  const auto evaluators =
      options.is_tree() ? tree_evaluators(options) : alphabeta_evaluators(options);
  if (!evaluators) return failed("selfplay", evaluators.error().message);
  if (const auto right = starts_of(options, options.seed); !right)
    return failed("selfplay", right.error().message);
  const EvaluationCounter* network = evaluators->counter.get();
  tell_of_damage(options.folder, interrupt);
  auto writer = ShardWriter::open(options.folder);
  if (!writer) return failed("selfplay", writer.error().message);
  for (const std::filesystem::path& torn : writer->torn())
    complain("tabiya selfplay: what was damaged is kept in {}\n", printable(torn.string()));
  const DataCount there = writer->count();
  const FolderGoal goal = options.goal();
  if (goal.is_reached(there)) {
    fmt::print("{}\n", enough_text(options, there));
    if (const auto sealed = writer->seal(); !sealed)
      return failed("selfplay", sealed.error().message);
    return ExitCode::Done;
  }
  const std::uint64_t seed = seed_to_go_on(options.seed, options.parallel, there.games);
  const auto starts = starts_of(options, seed);
  if (!starts) return failed("selfplay", starts.error().message);
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin);
  };
  Result<SelfplayCount> count;
  {
    Progress progress("self-play",
                      goal.games ? *goal.games - there.games : *goal.positions - there.positions);
    std::stop_source stop;
    count = play_games(players_of(options, *evaluators, *starts, seed), goal, *writer,
                       stop.get_token(), [&](const SelfplayCount& now) {
                         progress.update(goal.games ? now.games : now.plies,
                                         progress_note(now, elapsed(), network));
                         if (interrupt.requested()) stop.request_stop();
                       });
  }
  if (!count) return failed("selfplay", count.error().message);
  report(options, *count, writer->count(), elapsed(), network);
  return interrupt.requested() ? stopped_by(interrupt) : ExitCode::Done;
}

}  // namespace

void register_selfplay(CommandLine& line) {
  auto options = std::make_shared<SelfplayOptions>();
  CLI::App& command =
      line.add(Purpose::Train, "selfplay", "Play games against itself and store them for training");
  const EngineOnlyOptions only = add_selfplay_options(command, *options);
  command.footer(
      "Examples:\n"
      "  tabiya selfplay -o games --games 10000 --nodes 5000\n"
      "  tabiya selfplay -o games --engine mcts --net net.onnx --visits 400\n"
      "Ctrl-C ends it cleanly; the same command continues.");
  line.when_chosen(
      command,
      [options, only] {
        if (const auto fits = only.check(*options); !fits)
          return failed("selfplay", fits.error().message, ExitCode::WrongUsage);
        return selfplay_command(*options);
      },
      [options, only]() -> Result<void> {
        if (auto fits = only.check(*options); !fits) return fits;
        if (auto fits = check_size(*options); !fits) return fits;
        if (const auto starts = starts_of(*options, options->seed); !starts)
          return std::unexpected(starts.error());
        return {};
      });
}

}  // namespace tabiya
