#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "base/progress.h"
#include "cli/commands.h"
#include "cli/data/data.h"
#include "cli/data/output_file.h"
#include "cli/options.h"
#include "dataset/game_json.h"
#include "dataset/game_pgn.h"
#include "dataset/game_reader.h"
#include "dataset/overwriting.h"
#include "dataset/position_reader.h"
#include "dataset/sample_reader.h"
#include "encode/features.h"
#include "encode/planes.h"
#include "encode/policy_index.h"
#include "notation/pgn_writer.h"

namespace tabiya {

namespace {

struct ExportOptions {
  std::vector<std::string> inputs;
  std::string output;
  std::string format = "jsonl";
  std::string what = "planes";
  std::uint64_t positions = 10000;
  std::uint64_t seed = 0;
  int history = kMostHistory;
};

// The files of one export: all get as many elements, and their names only if all went well.
class Arrays {
 public:
  explicit Arrays(const ExportOptions& options) : options_(options) {}

  // The shapes are those of one element, by name.
  Result<void> add(const std::vector<std::pair<std::string, std::vector<int>>>& shapes) {
    for (const auto& [name, shape] : shapes) {
      const std::filesystem::path path = std::filesystem::path(options_.output) / (name + ".npy");
      if (auto right = check_output_is_no_input(path, paths_of(options_.inputs)); !right)
        return right;
      auto file = NpyFile::open(path, shape);
      if (!file) return std::unexpected(file.error());
      files_.emplace(name, *std::move(file));
    }
    return {};
  }
  void write(const std::string& name, std::span<const float> values) {
    files_.at(name).write(values);
  }
  Result<void> finish() {
    for (auto& [name, file] : files_)
      if (auto done = file.finish(); !done) return done;
    return {};
  }

 private:
  const ExportOptions& options_;
  std::map<std::string, NpyFile> files_;
};

ShuffleSettings shuffle_of(const ExportOptions& options) {
  return {.files = paths_of(options.inputs), .seed = options.seed};
}

std::string note(std::uint64_t positions) { return fmt::format("{} positions", positions); }

// Calls write_next() for each position until it returns false, or an error; tells how many were
// written.
template <class WriteNext>
Result<std::uint64_t> write_positions(const ExportOptions& options, const Interrupt& interrupt,
                                      const WriteNext& write_next) {
  Progress progress("data export", options.positions);
  std::uint64_t done = 0;
  for (; done < options.positions && !interrupt.requested(); ++done) {
    const Result<bool> written = write_next();
    if (!written) return std::unexpected(written.error());
    if (!*written) break;
    if (done % 64 == 0) progress.update(done, note(done));
  }
  return done;
}

Result<std::uint64_t> export_planes(const ExportOptions& options, Arrays& arrays,
                                    const Interrupt& interrupt) {
  const int planes = planes_for(options.history);
  auto reader = SampleReader::open(
      shuffle_of(options), SampleSettings{.history_steps = options.history, .planes = planes});
  if (!reader) return std::unexpected(reader.error());
  if (auto added =
          arrays.add({{"planes", {planes, 8, 8}}, {"policy", {kPolicySize}}, {"value", {3}}});
      !added)
    return std::unexpected(added.error());

  std::vector<float> floats(plane_floats_for(options.history));
  std::vector<float> policy(kPolicySize);
  SampleBatch batch;
  return write_positions(options, interrupt, [&]() -> Result<bool> {
    if (auto read = (*reader)->read_within_epoch({.count = 1, .planes = floats, .batch = batch});
        !read)
      return std::unexpected(read.error());
    if (batch.samples.empty()) return false;
    arrays.write("planes", floats);
    std::ranges::fill(policy, 0.0F);
    for (const PolicyShare& share : batch.policy) policy[share.index] = share.share;
    arrays.write("policy", policy);
    const int result = batch.samples.front().result.value_or(0);
    arrays.write("value", std::array{result > 0 ? 1.0F : 0.0F, result == 0 ? 1.0F : 0.0F,
                                     result < 0 ? 1.0F : 0.0F});
    return true;
  });
}

void write_scored(Arrays& arrays, std::span<const float> features, int score, int result) {
  arrays.write("features", features);
  arrays.write("score", std::array{static_cast<float>(score)});
  arrays.write("result", std::array{static_cast<float>(result)});
}

Result<std::uint64_t> export_features(const ExportOptions& options, Arrays& arrays,
                                      const Interrupt& interrupt) {
  auto reader = PositionReader::open(shuffle_of(options));
  if (!reader) return std::unexpected(reader.error());
  if (auto added = arrays.add({{"features", {kFeatures}}, {"score", {}}, {"result", {}}}); !added)
    return std::unexpected(added.error());
  std::array<ScoredPosition, 1> position{};
  std::array<float, kFeatures> features{};
  return write_positions(options, interrupt, [&]() -> Result<bool> {
    const auto read = (*reader)->read_within_epoch(position);
    if (!read) return std::unexpected(read.error());
    if (*read == 0) return false;
    const ScoredPosition& scored = position.front();
    features.fill(0);
    for (std::size_t i = 0; i < scored.count; ++i) features[scored.features[i]] = 1;
    write_scored(arrays, features, scored.score, scored.result);
    return true;
  });
}

// As White sees it: board, score and result.
Result<std::uint64_t> export_virgo(const ExportOptions& options, Arrays& arrays,
                                   const Interrupt& interrupt) {
  auto reader = GameReader::open(paths_of(options.inputs));
  if (!reader) return std::unexpected(reader.error());
  if (auto added = arrays.add({{"features", {2, 6, 64}}, {"score", {}}, {"result", {}}}); !added)
    return std::unexpected(added.error());
  std::array<float, kFeatures> features{};
  Progress progress("data export", options.positions);
  std::uint64_t done = 0;
  while (done < options.positions && !interrupt.requested()) {
    const auto game = reader->next();
    if (!game) return std::unexpected(game.error());
    if (!*game) break;
    if (!(*game)->result) continue;
    const auto winner = (*game)->result->winner;
    const int result = !winner ? 0 : *winner == Color::White ? 1 : -1;
    Position position = (*game)->start;
    const std::size_t plies = (*game)->moves.size();
    for (std::size_t ply = 0; ply <= plies && done < options.positions; ++ply) {
      const auto score = ply < plies ? (*game)->moves[ply].score : (*game)->final_score;
      if (score) {
        encode_features(position, FeatureOrder::Virgo, features);
        write_scored(arrays, features, position.side_to_move() == Color::White ? *score : -*score,
                     result);
        ++done;
      }
      if (ply < plies) position.play((*game)->moves[ply].move);
    }
    progress.update(done, note(done));
  }
  return done;
}

// Files that are not whole are not left behind.
Result<std::uint64_t> export_npy(const ExportOptions& options, const Interrupt& interrupt) {
  std::error_code error;
  std::filesystem::create_directories(options.output, error);
  if (error)
    return failure("The folder {} could not be created: {}", options.output, error.message());
  Arrays arrays(options);
  Result<std::uint64_t> written = 0;
  if (options.what == "planes")
    written = export_planes(options, arrays, interrupt);
  else if (options.what == "features")
    written = export_features(options, arrays, interrupt);
  else
    written = export_virgo(options, arrays, interrupt);
  if (!written || interrupt.requested()) return written;
  if (auto finished = arrays.finish(); !finished) return std::unexpected(finished.error());
  return written;
}

Result<void> export_text(const ExportOptions& options, const Interrupt& interrupt) {
  auto reader = GameReader::open(paths_of(options.inputs));
  if (!reader) return std::unexpected(reader.error());
  if (auto right = check_output_is_no_input(options.output, paths_of(options.inputs)); !right)
    return right;
  auto file = OutputFile::open(options.output);
  if (!file) return std::unexpected(file.error());
  const bool pgn = options.format == "pgn";
  auto walked = walk_games(*reader, "data export", interrupt,
                           [&](const RecordedGame& game, const GameReader&) -> Result<void> {
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
  if (options.output.empty())
    return failed("data export", "arrays need a folder: add -o FOLDER", ExitCode::WrongUsage);
  const auto written = export_npy(options, interrupt);
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
  choice_option(command, "--format", options->format, {"jsonl", "pgn", "npy"}, "jsonl, pgn or npy");
  command.add_option("-o,--output", options->output,
                     "Output file (default: standard output); for npy the folder of the arrays");
  choice_option(command, "--what", options->what, {"planes", "features", "virgo"},
                "npy: planes (with policy and value), features or virgo (with score and result)");
  number_option(command, "--positions", options->positions, 1, 1'000'000'000,
                "npy: how many at most", "UINT");
  number_option(command, "--history", options->history, 1, kMostHistory,
                "npy: steps of history in the planes", "INT");
  number_option(command, "--seed", options->seed, 0, UINT64_MAX,
                "npy: the order of planes and features", "UINT");
  line.when_chosen(command, [options] { return export_games(*options); });
}

}  // namespace tabiya
