#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/line_reader.h"
#include "base/system.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/data/data.h"
#include "dataset/game_json.h"
#include "dataset/game_pgn.h"
#include "dataset/overwriting.h"
#include "dataset/position_list.h"
#include "dataset/shard_writer.h"
#include "notation/pgn_reader.h"
#include "notation/text_source.h"

namespace tabiya {

namespace {

struct ImportOptions {
  std::vector<std::string> files;
  std::string output;
  std::string format;  // empty: by the name of the file
  std::string eval = "after";
  std::string view = "white";
  std::string unit = "cp";
  std::string results = "points";
};

std::optional<std::string> format_of(const std::string& name) {
  const std::string kind = std::filesystem::path(name).extension().string();
  if (kind == ".pgn") return "pgn";
  if (kind == ".csv" || kind == ".tsv") return "csv";
  if (kind == ".jsonl" || kind == ".ndjson" || kind == ".json") return "jsonl";
  return std::nullopt;
}

class Import {
 public:
  Import(const ImportOptions& options, ShardWriter& writer, const Interrupt& interrupt)
      : options_(options),
        style_{
            .mover_view = options.view == "mover",
            .pawns = options.unit == "pawns",
            .results = options.results == "signs" ? ResultNumbers::Signs : ResultNumbers::Points},
        writer_(writer),
        interrupt_(interrupt) {}

  std::uint64_t skipped() const { return skipped_; }

  Result<void> read(const std::string& name, const std::string& format) {
    const OpenFile file = OpenFile::or_standard_input(name);
    if (!file.is_open()) return failure("{} could not be read: {}", name, system_message());
    Progress progress(name, size_of_file(file.descriptor()));
    progress_ = &progress;
    name_ = name == "-" ? "(standard input)" : name;
    if (format == "pgn") return read_pgn(file);
    return read_lines(file, format);
  }

 private:
  Result<void> read_pgn(const OpenFile& file) {
    FileSource source(file.descriptor(), [this] { return interrupt_.requested(); });
    PgnReader reader(source);
    const PgnEvalOf of =
        options_.eval == "before" ? PgnEvalOf::PositionBefore : PgnEvalOf::PositionAfter;
    while (!interrupt_.requested()) {
      const auto read = read_pgn_game(reader);
      if (!read || interrupt_.requested()) break;
      if (!read->game) {
        const PgnProblem& problem = read->game.error();
        skip(text_of(problem.place), problem.message);
      } else if (auto added = add(recorded_from(*read->game, of), text_of(read->begin)); !added) {
        return added;
      }
      show(reader.bytes_read());
    }
    if (reader.failure()) return failure("{}: {}", name_, *reader.failure());
    return {};
  }

  Result<void> read_lines(const OpenFile& file, const std::string& format) {
    LineReader lines(file.descriptor(), &interrupt_);
    std::optional<PositionCsv> csv;
    std::uint64_t bytes = 0;
    for (std::uint64_t number = 1;; ++number) {
      const LineReader::Outcome outcome = lines.read();
      if (outcome == LineReader::Outcome::End || outcome == LineReader::Outcome::Interrupted)
        return {};
      if (outcome == LineReader::Outcome::TooLong) {
        skip(fmt::format("{}", number), "the line is too long");
        continue;
      }
      bytes += lines.line().size() + 1;
      const std::string_view text = trimmed(lines.line());
      if (text.empty()) continue;
      if (format == "csv" && !csv) {
        auto header = PositionCsv::from_header(text);
        if (!header) return failure("{}: {}", name_, header.error().message);
        csv = *header;
        continue;
      }
      // Not trimmed: the last column may be empty, behind a tab.
      const auto game =
          csv ? csv->game(without_return(lines.line()), style_) : game_from_json(text, style_);
      if (!game)
        skip(fmt::format("{}", number), game.error().message);
      else if (auto added = add(*game, fmt::format("{}", number)); !added)
        return added;
      show(bytes);
    }
  }

  static std::string text_of(const PgnPlace& place) {
    return fmt::format("{}:{}", place.line, place.column);
  }

  // A game that cannot be kept is the file's fault, a folder that cannot be written is not.
  Result<void> add(const RecordedGame& game, const std::string& place) {
    std::vector<std::byte> record;
    if (const auto kept = append_record(game, record); !kept) {
      skip(place, kept.error().message);
      return {};
    }
    return writer_.add(game);
  }

  void skip(const std::string& place, const std::string& why) {
    ++skipped_;
    progress_->clear();
    complain("{}:{}: {}\n", name_, place, why);
  }

  void show(std::uint64_t bytes) {
    if (++shown_ % 64 == 0)
      progress_->update(bytes,
                        fmt::format("{} games, {} skipped", writer_.count().games, skipped_));
  }

  const ImportOptions& options_;
  PositionListStyle style_;
  ShardWriter& writer_;
  const Interrupt& interrupt_;
  Progress* progress_ = nullptr;
  std::string name_;
  std::uint64_t skipped_ = 0;
  std::uint64_t shown_ = 0;
};

ExitCode import_games(const ImportOptions& options) {
  std::vector<std::string> formats;
  for (const std::string& file : options.files) {
    const auto format = options.format.empty() ? format_of(file) : options.format;
    if (!format)
      return failed(
          "data import",
          fmt::format("the format of {} is not clear from its name: add --format", in_quotes(file)),
          ExitCode::WrongUsage);
    formats.push_back(*format);
  }
  const Interrupt interrupt;
  if (auto right = check_output_is_no_input(options.output, paths_of(options.files)); !right)
    return ended("data import", right, interrupt);
  auto writer = ShardWriter::open(options.output);
  if (!writer) return ended("data import", std::unexpected(writer.error()), interrupt);
  const DataCount before = writer->count();
  Import import(options, *writer, interrupt);
  Result<void> done;
  for (std::size_t i = 0; i < options.files.size() && done && !interrupt.requested(); ++i)
    done = import.read(options.files[i], formats[i]);
  const Result<void> sealed = writer->seal();
  if (done) done = sealed;
  const DataCount added{.games = writer->count().games - before.games,
                        .positions = writer->count().positions - before.positions};
  fmt::print("{}: {} added; {} skipped\n", options.output, counted(added), import.skipped());
  if (const ExitCode code = ended("data import", done, interrupt); code != ExitCode::Done)
    return code;
  return added.games > 0 || import.skipped() == 0 ? ExitCode::Done : ExitCode::Failed;
}

}  // namespace

void register_data_import(CommandLine& line, CLI::App& data) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App& command = *data.add_subcommand(
      "import", "Add games from PGN, or positions with scores from tables, to a folder");
  command
      .add_option("FILE", options->files,
                  "PGN (.pgn), CSV with a header line (.csv), JSON lines (.jsonl); - is standard "
                  "input")
      ->required();
  command.add_option("-o,--output", options->output, "The folder to add to")->required();
  choice_option(command, "--format", options->format, {"pgn", "csv", "jsonl"},
                "pgn, csv or jsonl, independently of the file name");
  choice_option(command, "--eval", options->eval, {"after", "before"},
                "Whether [%eval] after a move is about the position after it or before it");
  choice_option(command, "--view", options->view, {"white", "mover"},
                "The side that a positive score in tables favours: white or mover");
  choice_option(command, "--unit", options->unit, {"cp", "pawns"},
                "Unit of scores in tables: cp or pawns");
  choice_option(command, "--results", options->results, {"points", "signs"},
                "Results that are numbers: points (1, 0.5, 0) or signs (1, 0, -1)");
  line.when_chosen(command, [options] { return import_games(*options); });
}

}  // namespace tabiya
