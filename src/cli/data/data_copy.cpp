// merge, split and sample: games copied to new folders.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/random.h"
#include "cli/commands.h"
#include "cli/data/data.h"
#include "cli/options.h"
#include "dataset/data_folder.h"
#include "dataset/overwriting.h"
#include "dataset/shard_writer.h"
#include "dataset/shuffle.h"

namespace tabiya {

namespace {

struct CopyOptions {
  std::vector<std::string> inputs;
  std::string output;
  bool unique = false;
  double validation = 10;
  std::uint64_t games = 0;
  std::uint64_t seed = 0;
};

// A folder that has no games yet: after Ctrl-C a second try must not double what the first did.
Result<ShardWriter> new_folder(const std::filesystem::path& folder, const CopyOptions& options) {
  if (auto right = check_output_is_no_input(folder, paths_of(options.inputs)); !right)
    return std::unexpected(right.error());
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) {
    const auto shards = shards_in(folder);
    if (!shards) return std::unexpected(shards.error());
    if (!shards->empty())
      return failure("{} already contains training games: choose a new folder, or remove it",
                     folder.string());
  }
  return ShardWriter::open(folder);
}

// Calls copy(game, record) for every game of the inputs.
template <class Copy>
Result<void> copy_games(const CopyOptions& options, const char* label, const Interrupt& interrupt,
                        const Copy& copy) {
  auto reader = GameReader::open(paths_of(options.inputs));
  if (!reader) return std::unexpected(reader.error());
  return walk_games(*reader, label, interrupt,
                    [&](const RecordedGame& game, const GameReader& place) {
                      return copy(game, place.record());
                    });
}

ExitCode merge(const CopyOptions& options) {
  const Interrupt interrupt;
  std::unordered_set<std::uint64_t> seen;
  std::uint64_t dropped = 0;
  auto writer = new_folder(options.output, options);
  if (!writer) return ended("data merge", std::unexpected(writer.error()), interrupt);
  Result<void> done =
      copy_games(options, "data merge", interrupt,
                 [&](const RecordedGame& game, std::span<const std::byte> record) -> Result<void> {
                   if (options.unique && !seen.insert(fingerprint_of(record)).second) {
                     ++dropped;
                     return {};
                   }
                   return writer->add(game);
                 });
  if (done) done = writer->seal();
  if (done) {
    fmt::print("{}: {}", options.output, counted(writer->count()));
    if (options.unique) fmt::print(", {} left out", counted(dropped, "duplicate", "duplicates"));
    fmt::print("\n");
  }
  return ended("data merge", done, interrupt);
}

ExitCode split(const CopyOptions& options) {
  const Interrupt interrupt;
  const std::filesystem::path output(options.output);
  auto training = new_folder(output / "training", options);
  if (!training) return ended("data split", std::unexpected(training.error()), interrupt);
  auto validation = new_folder(output / "validation", options);
  if (!validation) return ended("data split", std::unexpected(validation.error()), interrupt);
  Result<void> done = copy_games(
      options, "data split", interrupt,
      [&](const RecordedGame& game, std::span<const std::byte> record) -> Result<void> {
        return (is_split_off(options.validation, record) ? validation : training)->add(game);
      });
  if (done) done = training->seal();
  if (done) done = validation->seal();
  if (done)
    for (const auto& [name, writer] :
         {std::pair("training", &*training), std::pair("validation", &*validation)})
      fmt::print("{}: {}\n", (output / name).string(), counted(writer->count()));
  return ended("data split", done, interrupt);
}

ExitCode sample(const CopyOptions& options) {
  const Interrupt interrupt;
  const auto files = DataFiles::open(paths_of(options.inputs));
  if (!files) return ended("data sample", std::unexpected(files.error()), interrupt);
  const std::uint64_t all = files->count().games;
  auto writer = new_folder(options.output, options);
  if (!writer) return ended("data sample", std::unexpected(writer.error()), interrupt);
  // Each game is taken with the chance that makes every choice of this many equally likely.
  Random random(options.seed);
  std::uint64_t left = all;
  std::uint64_t wanted = options.games;
  Result<void> done =
      copy_games(options, "data sample", interrupt,
                 [&](const RecordedGame& game, std::span<const std::byte>) -> Result<void> {
                   if (left == 0) return {};
                   const bool taken = random.below(left) < wanted;
                   --left;
                   if (!taken) return {};
                   --wanted;
                   return writer->add(game);
                 });
  if (done) done = writer->seal();
  if (done) fmt::print("{}: {}, from {}\n", options.output, counted(writer->count()), all);
  return ended("data sample", done, interrupt);
}

void add_paths(CLI::App& command, CopyOptions& options, const char* output) {
  command.add_option("PATH", options.inputs, "Folders and files of training games")->required();
  command.add_option("-o,--output", options.output, output)->required();
}

}  // namespace

void register_data_merge(CommandLine& line, CLI::App& data) {
  auto options = std::make_shared<CopyOptions>();
  CLI::App& command = *data.add_subcommand("merge", "Copy the games of several folders into one");
  add_paths(command, *options, "The new folder");
  command.add_flag("--unique", options->unique, "Leave out games that are equal in every byte");
  line.when_chosen(command, [options] { return merge(*options); });
}

void register_data_split(CommandLine& line, CLI::App& data) {
  auto options = std::make_shared<CopyOptions>();
  CLI::App& command = *data.add_subcommand(
      "split", "Copy games into two folders, training and validation, always in the same way");
  add_paths(command, *options, "The two new folders");
  number_option(command, "--validation", options->validation, 0.0, 100.0,
                "Games for validation, in per cent", "FLOAT");
  line.when_chosen(command, [options] { return split(*options); });
}

void register_data_sample(CommandLine& line, CLI::App& data) {
  auto options = std::make_shared<CopyOptions>();
  CLI::App& command = *data.add_subcommand("sample", "Copy some games, chosen at random");
  add_paths(command, *options, "The new folder");
  number_option(command, "-n,--games", options->games, 1, 1'000'000'000, "Number of games", "UINT")
      ->default_str("")
      ->required();
  number_option(command, "--seed", options->seed, 0, UINT64_MAX,
                "The same seed chooses the same games", "UINT");
  line.when_chosen(command, [options] { return sample(*options); });
}

}  // namespace tabiya
