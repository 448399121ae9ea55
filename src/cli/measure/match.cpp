#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/progress.h"
#include "cli/measure/interrupt_watch.h"
#include "cli/measure/match_options.h"
#include "cli/options.h"
#include "match/child_process.h"
#include "match/match_file.h"
#include "match/match_report.h"
#include "match/results.h"

namespace tabiya {

namespace {

// Follows a match: writes its games down, prints them, and ends it when it is decided.
class MatchRun {
 public:
  MatchRun(const MatchOptions& options, const Match& match, const Interrupt& interrupt,
           std::optional<MatchFile> file)
      : options_(options),
        match_(match),
        interrupt_(interrupt),
        file_(std::move(file)),
        results_(results_in(file_, match.plan)),
        names_(names_of(match.plan)),
        before_(results_.games()),
        progress_("match", games_to_come()) {}

  const MatchResults& results() const { return results_; }
  const std::vector<std::string>& names() const { return names_; }
  const std::optional<std::string>& trouble() const { return trouble_; }
  bool is_decided() const {
    return match_.sprt && match_.sprt->verdict(match_.sprt->llr(results_.pentanomial(0)));
  }

  MatchEvents events() {
    return {.is_played = [this](std::size_t game) { return results_.has(game); },
            .finished = [this](const ScheduledGame& plan,
                               const PlayedGame& played) { return take(plan, played); },
            .goes_on =
                [this] {
                  progress_.update(results_.games() - before_, standing_);
                  return !interrupt_.requested();
                }};
  }

 private:
  static MatchResults results_in(const std::optional<MatchFile>& file, const MatchPlan& plan) {
    MatchResults results(plan.schedule, plan.engines.size());
    if (file)
      for (const auto& [game, result] : file->finished())
        if (game < plan.games()) results.add(game, result);
    return results;
  }
  static std::vector<std::string> names_of(const MatchPlan& plan) {
    std::vector<std::string> names;
    names.reserve(plan.engines.size());
    for (const EngineSpec& engine : plan.engines) names.push_back(engine.name);
    return names;
  }
  // Not known while a test may end the match.
  std::optional<std::uint64_t> games_to_come() const {
    if (match_.sprt) return std::nullopt;
    return match_.plan.games() - before_;
  }

  bool take(const ScheduledGame& plan, const PlayedGame& played) {
    if (file_) {
      const GameLabels labels{.event = options_.event,
                              .date = pgn_date_today(),
                              .white = names_[plan.white],
                              .black = names_[plan.black],
                              .white_limits = to_string(match_.plan.engines[plan.white].limits),
                              .black_limits = to_string(match_.plan.engines[plan.black].limits),
                              .match = match_.fingerprint};
      if (auto done = file_->append(match_game_to_pgn(played, plan, labels)); !done) {
        trouble_ = done.error().message;
        return false;
      }
    }
    results_.add(plan.number, played.result);
    standing_ = short_standing(results_, names_, match_.sprt);
    progress_.clear();
    fmt::print("{}\n", game_line(plan, played, names_));
    std::fflush(stdout);
    return !is_decided();
  }

  const MatchOptions& options_;
  const Match& match_;
  const Interrupt& interrupt_;
  std::optional<MatchFile> file_;
  MatchResults results_;
  std::vector<std::string> names_;
  std::size_t before_;  // games that were in the file
  std::string standing_;
  Progress progress_;
  std::optional<std::string> trouble_;
};

ExitCode write_result(const MatchOptions& options, const MatchResults& results,
                      const std::vector<std::string>& names, const std::optional<Sprt>& sprt) {
  if (options.result.empty()) return ExitCode::Done;
  const std::string text = match_result_json(results, names, sprt);
  const auto written = write_file_atomically(options.result, std::as_bytes(std::span(text)));
  return written ? ExitCode::Done : failed("match", written.error().message);
}

ExitCode match_command(const MatchOptions& options) {
  const Interrupt interrupt;
  const InterruptWatch watch(interrupt);
  const auto match = match_from(options, watch.token());
  if (interrupt.requested()) return stopped_by(interrupt);
  if (!match) {
    const ExitCode code = failed("match", match.error().message);
    if (!match.error().in_the_words) return code;
    complain("Try: tabiya match --help\n");
    return ExitCode::WrongUsage;
  }

  std::optional<MatchFile> file;
  if (!options.pgn.empty()) {
    auto opened = MatchFile::open(options.pgn, match->fingerprint);
    if (!opened) return failed("match", opened.error().message);
    if (opened->was_torn())
      complain("The last game in {} was incomplete; it was moved to {}.torn.\n", options.pgn,
               options.pgn);
    if (!opened->finished().empty())
      complain("Resuming the match in {} after {}.\n", options.pgn,
               counted(opened->finished().size(), "game", "games"));
    else if (opened->others() > 0)
      complain("This is a new match: {} in {} belong to other matches.\n",
               counted(opened->others(), "game", "games"), options.pgn);
    file.emplace(std::move(*opened));
  }

  MatchRun run(options, *match, interrupt, std::move(file));
  std::optional<std::string> failure;
  if (!run.is_decided())
    if (const auto end = play_match(match->plan, run.events()); !end) failure = end.error().message;
  if (!failure) failure = run.trouble();

  fmt::print("\n{}", match_summary(run.results(), run.names(), match->sprt));
  std::fflush(stdout);
  if (failure) return failed("match", *failure);
  if (!interrupt.requested()) return write_result(options, run.results(), run.names(), match->sprt);
  if (!options.pgn.empty()) complain("The same command resumes the match.\n");
  return stopped_by(interrupt);
}

void add_engine_options(CLI::App& command, MatchOptions& options) {
  command.option_defaults()->group("Engines");
  command
      .add_option(
          "-e,--engine", options.engines,
          "An engine; give this option once for each: cmd=PROGRAM [name=…] [args=…] [dir=…] "
          "[option.NAME=…] [tc=…] [movetime=…] [nodes=…] [depth=…]")
      ->type_name("KEY=VALUE")
      ->expected(1, -1)
      ->required();
  command.add_option("--each", options.each, "Settings that all engines share")
      ->type_name("KEY=VALUE")
      ->expected(1, -1);
  command.add_option("--tc", options.tc, "Clock: 10+0.1, 40/60, 2:30+1 (seconds)");
  command.add_option("--movetime", options.movetime, "Seconds for each move");
  command.add_option("--nodes", options.nodes, "Nodes for each move");
  command.add_option("--depth", options.depth, "Depth of each move");
}

void add_match_options(CLI::App& command, MatchOptions& options) {
  command.option_defaults()->group("Match");
  number_option(command, "-n,--games", options.games, 2, 10'000'000,
                "Games of each pairing, an even number (default: 100; with --sprt as many as "
                "it takes)");
  command.add_flag("--gauntlet", options.gauntlet, "The first engine against all others only");
  number_option(command, "-j,--concurrency", options.concurrency, 1, 1024,
                "Games played at the same time");
  command.add_flag("--chess960", options.chess960, "Play Chess960");
  command
      .add_option("--openings", options.openings,
                  "EPD or PGN file, or random, or start (the start position)")
      ->capture_default_str();
  choice_option(command, "--order", options.order, {"file", "random"},
                "Order of the openings in a file: file or random");
  number_option(command, "--plies", options.plies, 0, 10'000,
                "Half-moves of an opening: random ones (default: 8, in Chess960 0), or the "
                "first ones of a PGN file (default: all)");
  number_option(command, "--seed", options.seed, 0, UINT64_MAX, "Seed of everything random");
  file_option(command, "--pgn", options.pgn,
              "Append the games to this file; resume the match that it contains");
  file_option(command, "--result", options.result,
              "At the end of a match of two engines, write the result to this file as JSON");
  command.add_option("--event", options.event, "Event tag of the games");
}

void add_rule_options(CLI::App& command, MatchOptions& options) {
  command.option_defaults()->group("Ending games and the match");
  command
      .add_option("--draw", options.draw,
                  "Adjudicate draws: [from=40] [moves=8] [score=10] (centipawns)")
      ->type_name("[KEY=VALUE]")
      ->expected(0, -1);
  command
      .add_option("--resign", options.resign, "Adjudicate losses: [moves=4] [score=600] [both=0]")
      ->type_name("[KEY=VALUE]")
      ->expected(0, -1);
  number_option(command, "--max-moves", options.most_moves, 1, 10'000,
                "Draw after N moves of each side, opening moves not counted")
      ->default_str("");
  command
      .add_option("--sprt", options.sprt,
                  "Stop when the test is decided: [elo0=0] [elo1=5] [alpha=0.05] [beta=0.05] "
                  "[model=normalized|logistic]")
      ->type_name("[KEY=VALUE]")
      ->expected(0, -1);
  number_option(command, "--margin", options.margin, 0, 3'600'000,
                "Milliseconds that a move may be late", "MS");
  number_option(command, "--timeout", options.timeout, 0.1, 86'400.0,
                "Seconds to wait for an engine that should have answered", "S");
  number_option(command, "--longest-move", options.longest, 0.1, 1e6,
                "Seconds for a move that is limited only by nodes or depth", "S");
}

}  // namespace

void register_match(CommandLine& line) {
  auto options = std::make_shared<MatchOptions>();
  CLI::App& command = line.add(Purpose::Develop, "match", "Let UCI engines play each other");
  add_engine_options(command, *options);
  add_match_options(command, *options);
  add_rule_options(command, *options);
  command.footer(
      "Example:\n"
      "  tabiya match -e cmd=./new -e cmd=./old --tc 10+0.1 --games 1000 -j 2 --pgn games.pgn \\\n"
      "    --sprt elo0=0 elo1=5");
  const auto note_flags = [options, &command] {
    options->has_draw = command.count("--draw") > 0;
    options->has_resign = command.count("--resign") > 0;
    options->has_sprt = command.count("--sprt") > 0;
  };
  line.when_chosen(
      command,
      [options, note_flags] {
        note_flags();
        return match_command(*options);
      },
      [options, note_flags]() -> Result<void> {
        note_flags();
        const auto planned = planned_match(*options);
        if (!planned) return std::unexpected(Error{planned.error().message});
        for (const EngineSpec& engine : planned->plan.engines)
          if (const auto program = find_program(engine.command); !program)
            return std::unexpected(program.error());
        return {};
      });
}

}  // namespace tabiya
