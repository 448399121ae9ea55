#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/commands.h"
#include "cli/data/data_export_npy.h"
#include "cli/data/data_walk.h"
#include "cli/data/output_file.h"
#include "cli/number_check.h"
#include "dataset/game_json.h"
#include "dataset/game_pgn.h"
#include "dataset/overwriting.h"
#include "encode/planes.h"
#include "notation/pgn_writer.h"

namespace tabiya {

namespace {

using Done = Result<void>;

struct ExportOptions {
  std::vector<std::string> inputs;
  std::string output;
  std::string format = "jsonl";
  std::string what = "planes";
  std::uint64_t positions = 10000;
  std::uint64_t seed = 0;
  int history = kMostHistory;
};

Done export_text(const ExportOptions& options, const Interrupt& interrupt) {
  auto reader = GameReader::open(paths_of(options.inputs));
  if (!reader) return std::unexpected(reader.error());
  if (auto right = check_output_is_no_input(options.output, paths_of(options.inputs)); !right)
    return right;
  auto file = OutputFile::open(options.output);
  if (!file) return std::unexpected(file.error());
  const bool pgn = options.format == "pgn";
  auto walked = walk_games(*reader, "data export", interrupt,
                           [&](const RecordedGame& game, const GameReader&) -> Done {
                             file->write(pgn ? to_pgn(pgn_from(game)) : to_json(game) + '\n');
                             return {};
                           });
  if (!walked || interrupt.requested()) return walked;
  return file->finish();
}

ExitCode export_games(const ExportOptions& options) {
  const Interrupt interrupt;
  if (options.format != "npy")
    return ended("data export", export_text(options, interrupt), interrupt);
  if (options.output.empty()) {
    complain("tabiya data export: arrays need a folder: add -o FOLDER\n");
    return ExitCode::WrongUsage;
  }
  const auto written = export_npy({.inputs = paths_of(options.inputs),
                                   .folder = options.output,
                                   .what = options.what,
                                   .positions = options.positions,
                                   .seed = options.seed,
                                   .history = options.history},
                                  interrupt);
  if (!written) return ended("data export", std::unexpected(written.error()), interrupt);
  if (!interrupt.requested()) fmt::print("{}: {} positions\n", options.output, *written);
  return ended("data export", {}, interrupt);
}

}  // namespace

void register_data_export(CommandLine& line, CLI::App& data) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App& command =
      *data.add_subcommand("export", "Write games as JSON lines or PGN, or positions for NumPy");
  command.add_option("PATH", options->inputs, "Folders and files of training games")->required();
  command.add_option("--format", options->format, "jsonl, pgn or npy")
      ->capture_default_str()
      ->check(CLI::IsMember({"jsonl", "pgn", "npy"}));
  command.add_option("-o,--output", options->output,
                     "The file, if not standard output; for npy the folder of the arrays");
  command
      .add_option("--what", options->what,
                  "npy: planes (with policy and value), features or virgo (with score and result)")
      ->capture_default_str()
      ->check(CLI::IsMember({"planes", "features", "virgo"}));
  command.add_option("--positions", options->positions, "npy: how many at most")
      ->capture_default_str()
      ->check(number_check<std::uint64_t>(1, 1'000'000'000));
  command.add_option("--history", options->history, "npy: steps of history in the planes")
      ->capture_default_str()
      ->check(number_check(1, kMostHistory));
  command.add_option("--seed", options->seed, "npy: the order of planes and features")
      ->capture_default_str()
      ->check(number_check<std::uint64_t>(0, UINT64_MAX));
  line.when_chosen(command, [options] { return export_games(*options); });
}

}  // namespace tabiya
