#include "base/system.h"
#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/progress.h"
#include "notation/pgn_reader.h"
#include "notation/text_source.h"

namespace tabiya {

namespace {

struct CheckOptions {
  std::vector<std::string> files;
  bool verbose = false;
  bool quiet = false;
};

struct Counts {
  std::uint64_t games = 0;
  std::uint64_t broken = 0;
  std::uint64_t plies = 0;
  std::uint64_t in_variations = 0;  // of these plies
  std::uint64_t warnings = 0;
  std::uint64_t bytes = 0;
};

class Checker : public PgnVisitor {
 public:
  Checker(const CheckOptions& options, Counts& counts, const Interrupt& interrupt)
      : options_(options), counts_(counts), interrupt_(interrupt) {}

  void begin_file(const std::string& name, Progress& progress) {
    name_ = name == "-" ? "(standard input)" : name;
    progress_ = &progress;
  }
  void end_file() { progress_ = nullptr; }

  void begin_game(PgnPlace) override {
    ++counts_.games;
    depth_ = 0;
  }
  void move(const Position&, Move) override {
    ++counts_.plies;
    counts_.in_variations += depth_ > 0;
  }
  void null_move(const Position& before) override { move(before, Move::from_bits(0)); }
  PgnChoice begin_variation() override {
    ++depth_;
    return PgnChoice::Read;
  }
  void end_variation() override { --depth_; }
  void broken(const PgnProblem& problem) override {
    if (interrupt_.requested()) return;  // the text ended because of that
    ++counts_.broken;
    print("", problem);
  }
  void warning(const PgnProblem& problem) override {
    if (interrupt_.requested()) return;
    ++counts_.warnings;
    if (options_.verbose) print("warning: ", problem);
  }

 private:
  void print(const char* prefix, const PgnProblem& problem) {
    progress_->clear();
    fmt::print("{}:{}:{}: {}{}\n", name_, problem.place.line, problem.place.column, prefix,
               problem.message);
  }

  const CheckOptions& options_;
  Counts& counts_;
  const Interrupt& interrupt_;
  std::string name_;
  Progress* progress_ = nullptr;
  int depth_ = 0;
};

void print_summary(const Counts& counts, std::chrono::duration<double> time) {
  std::string variations;
  if (counts.in_variations > 0)
    variations = fmt::format(" ({} in variations)", counts.in_variations);
  fmt::print("{}, {} broken, {}{}, {}\n", counted(counts.games, "game", "games"), counts.broken,
             counted(counts.plies, "ply", "plies"), variations,
             counted(counts.warnings, "warning", "warnings"));
  const double seconds = std::max(time.count(), 1e-6);
  fmt::print("{:.2f} s: {:.2f} million plies/s, {:.1f} MB/s\n", seconds,
             static_cast<double>(counts.plies) / seconds / 1e6,
             static_cast<double>(counts.bytes) / seconds / 1e6);
}

// False if the file cannot be read.
bool check_file(const std::string& name, Checker& checker, Counts& counts,
                const Interrupt& interrupt) {
  const auto give_up = [&](const std::string& why) {
    complain("tabiya pgn check: {}: {}\n", name, why);
    return false;
  };
  const OpenFile file = OpenFile::or_standard_input(name);
  if (interrupt.requested()) return true;
  if (!file.is_open()) return give_up(system_message());

  Progress progress(name, size_of_file(file.descriptor()));
  checker.begin_file(name, progress);
  FileSource source(file.descriptor(), [&interrupt] { return interrupt.requested(); });
  PgnReader reader(source);
  const Counts before = counts;
  while (!interrupt.requested() && reader.read_game(checker)) {
    counts.bytes = before.bytes + reader.bytes_read();
    if (counts.games % 64 == 0)
      progress.update(reader.bytes_read(),
                      fmt::format("{} games, {} broken", counts.games, counts.broken));
  }
  counts.bytes = before.bytes + reader.bytes_read();
  progress.clear();
  checker.end_file();
  if (reader.failure()) return give_up(*reader.failure());
  return true;
}

ExitCode check(const CheckOptions& options) {
  const Interrupt interrupt;
  const auto start = std::chrono::steady_clock::now();
  Counts counts;
  Checker checker(options, counts, interrupt);
  bool all_read = true;
  for (const std::string& name : options.files) {
    all_read = check_file(name, checker, counts, interrupt) && all_read;
    if (interrupt.requested()) break;
  }
  if (!options.quiet && (all_read || counts.bytes > 0))
    print_summary(counts, std::chrono::steady_clock::now() - start);
  if (interrupt.requested()) return stopped_by(interrupt);
  return all_read && counts.broken == 0 ? ExitCode::Done : ExitCode::Failed;
}

}  // namespace

void register_pgn(CommandLine& line) {
  CLI::App& pgn = line.add(Purpose::Study, "pgn", "Work with PGN files");
  pgn.require_subcommand(1);

  auto options = std::make_shared<CheckOptions>();
  CLI::App& check_command =
      *pgn.add_subcommand("check", "Read games, check every move, and report the errors");
  check_command.add_option("FILE", options->files, "PGN files; - is standard input")->required();
  check_command.add_flag("-v,--verbose", options->verbose, "List the warnings, too");
  check_command.add_flag("-q,--quiet", options->quiet, "Only list errors; no summary");
  line.when_chosen(check_command, [options] { return check(*options); });
}

}  // namespace tabiya
