#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/interrupt_watch.h"
#include "cli/options.h"
#include "tune/report.h"
#include "tune/setup.h"

namespace tabiya {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLargestConfig = 1 << 20;
constexpr std::chrono::seconds kBetweenPictures{10};
constexpr std::uint64_t kLines = 20;  // printed in a run

struct TuneOptions {
  std::string file;
  std::string output;
  std::vector<std::string> engine;  // of a template
};

Result<TuneConfig> read_config(const std::filesystem::path& file) {
  const auto content = read_file(file, kLargestConfig);
  if (!content) return std::unexpected(content.error());
  if (content->size() > kLargestConfig)
    return failure("{}: too long for a settings file", file.string());
  auto config = parse_tune_config({reinterpret_cast<const char*>(content->data()), content->size()},
                                  std::filesystem::absolute(file).parent_path());
  if (!config) return failure("{}: {}", file.string(), config.error().message);
  return config;
}

// The picture and the values to paste.
Result<void> write_report(const TunePlan& plan, const RunFolder& folder) {
  const auto& parameters = plan.spsa.parameters();
  if (auto done = folder.write("result.txt", tune_result(parameters, folder.state())); !done)
    return done;
  return folder.write("parameters.svg", tune_picture(parameters, folder.history(), 2 * plan.pairs));
}

// Follows a run: what it has come to goes to its folder, and to the terminal.
class TuneRun {
 public:
  TuneRun(const TuneSetup& setup, RunFolder& folder, const Interrupt& interrupt)
      : plan_(setup.plan),
        folder_(folder),
        interrupt_(interrupt),
        lines_(lines_at(folder.state().iterations)),
        progress_("tune", games_left()) {}

  TuneEvents events() {
    return {.finished = [this](const TuneState& state,
                               const TuneTally& tally) { return finish(state, tally); },
            .played = [this](const PairResult& pair) { note(pair); },
            .goes_on =
                [this] {
                  progress_.update(games_, note_);
                  return !interrupt_.requested();
                }};
  }

 private:
  std::uint64_t games_left() const {
    return 2 * plan_.pairs * (plan_.iterations - folder_.state().iterations);
  }
  std::uint64_t lines_at(std::uint64_t iterations) const {
    return kLines * iterations / plan_.iterations;
  }
  double games_per_second() const {
    const std::chrono::duration<double> elapsed = Clock::now() - begin_;
    return static_cast<double>(games_) / std::max(elapsed.count(), 1e-3);
  }
  std::string short_state() const {
    return fmt::format("{:.2f} games/s   {}", games_per_second(),
                       tally_text(folder_.state().tally));
  }

  void note(const PairResult& pair) {
    games_ += 2;
    if (pair.failure) {
      progress_.clear();
      complain("tabiya tune: iteration {}, a pair is discarded: {}\n", pair.iteration + 1,
               *pair.failure);
    }
    note_ = fmt::format("iteration {} of {}   {}", folder_.state().iterations + 1, plan_.iterations,
                        short_state());
  }

  Result<void> finish(const TuneState& state, const TuneTally& tally) {
    if (auto saved = folder_.save(state, tally); !saved) return saved;
    if (lines_at(state.iterations) > lines_) {
      lines_ = lines_at(state.iterations);
      progress_.clear();
      fmt::print("iteration {:>{}} of {}   {}\n", state.iterations,
                 fmt::formatted_size("{}", plan_.iterations), plan_.iterations, short_state());
      (void)std::fflush(stdout);
    }
    if (Clock::now() - reported_ < kBetweenPictures) return {};
    reported_ = Clock::now();
    return write_report(plan_, folder_);
  }

  const TunePlan& plan_;
  RunFolder& folder_;
  const Interrupt& interrupt_;
  std::uint64_t lines_;
  std::uint64_t games_ = 0;  // of this start of the command
  Clock::time_point begin_ = Clock::now();
  Clock::time_point reported_ = begin_;
  std::string note_;
  Progress progress_;
};

Result<TuneEnd> play(const TuneSetup& setup, RunFolder& folder, const Interrupt& interrupt) {
  if (folder.state().iterations >= setup.plan.iterations) {
    fmt::print("This tuning was finished before; a larger number of games lets it go on.\n");
    // A kill after the last iteration may have left an older report, or none.
    if (auto written = write_report(setup.plan, folder); !written)
      return std::unexpected(written.error());
    return TuneEnd::Finished;
  }
  if (folder.state().iterations > 0)
    fmt::print("Going on after iteration {} of {}\n", folder.state().iterations,
               setup.plan.iterations);
  (void)std::fflush(stdout);
  TuneRun run(setup, folder, interrupt);
  auto end = run_tune(setup.plan, folder.state(), run.events());
  if (auto written = write_report(setup.plan, folder); !written && end)
    return std::unexpected(written.error());
  return end;
}

ExitCode tune_command(const TuneOptions& options) {
  const std::filesystem::path file = options.file;
  const auto config = read_config(file);
  if (!config) return failed("tune", config.error().message);
  std::filesystem::path output = options.output;
  if (output.empty()) output = std::filesystem::path(file).replace_extension();
  if (output == file)
    return failed("tune", fmt::format("{}: its name has no extension, so give the folder of the "
                                      "run with --output",
                                      options.file));

  const Interrupt interrupt;
  const InterruptWatch watch(interrupt);
  const auto setup = tune_setup(*config, watch.token());
  if (interrupt.requested()) return stopped_by(interrupt);
  if (!setup) return failed("tune", fmt::format("{}: {}", options.file, setup.error().message));
  auto folder = RunFolder::open(output, setup->settings, setup->plan.spsa);
  if (!folder) return failed("tune", folder.error().message);

  const auto end = play(*setup, *folder, interrupt);
  const TuneState& state = folder->state();
  fmt::print("\n{}\n{} games of {} iterations: {}\nValues to paste: {}\nPicture: {}\n",
             tune_table(setup->plan.spsa.parameters(), state.values), state.tally.wdl.games(),
             state.iterations, tally_text(state.tally),
             printable(folder->file("result.txt").string()),
             printable(folder->file("parameters.svg").string()));
  (void)std::fflush(stdout);
  if (!end) return failed("tune", end.error().message + "; the same command goes on");
  if (*end == TuneEnd::Finished) return ExitCode::Done;
  complain("The same command resumes the run.\n");
  return stopped_by(interrupt);
}

ExitCode template_command(const TuneOptions& options) {
  EngineSpec spec;
  if (const auto done = apply_settings(options.engine, spec); !done)
    return failed("tune", "--template: " + done.error().message, ExitCode::WrongUsage);
  if (spec.command.empty())
    return failed("tune", "--template: it needs a program, as in cmd=./engine",
                  ExitCode::WrongUsage);
  const Interrupt interrupt;
  const InterruptWatch watch(interrupt);
  const auto engine = engine_to_look_at(spec, false, {}, watch.token());
  if (interrupt.requested()) return stopped_by(interrupt);
  if (!engine) return failed("tune", engine.error().message);
  // The file may be put anywhere; its paths are relative to it.
  for (std::string* const path : {&spec.command, &spec.folder})
    if (path->contains('/')) *path = std::filesystem::absolute(*path).lexically_normal().string();
  const auto text = tune_template(spec, **engine);
  if (!text) return failed("tune", text.error().message);
  fmt::print("{}", *text);
  return ExitCode::Done;
}

}  // namespace

void register_tune(CommandLine& line) {
  auto options = std::make_shared<TuneOptions>();
  CLI::App& command =
      line.add(Purpose::Develop, "tune", "Tune the options of a UCI engine by games (SPSA)");
  auto* const file =
      command.add_option("FILE", options->file, "Settings file (TOML)")->type_name("");
  auto* const output =
      command
          .add_option("-o,--output", options->output,
                      "Folder of the run (default: the file's name without its extension)")
          ->type_name("FOLDER");
  command
      .add_option("--template", options->engine,
                  "Print a settings file for this engine and end: cmd=PROGRAM [args=…] "
                  "[option.NAME=…] [nodes=…] …")
      ->type_name("KEY=VALUE")
      ->expected(1, -1)
      ->excludes(file)
      ->excludes(output);
  command.footer(
      "Examples:\n"
      "  tabiya tune --template cmd=./engine nodes=8000 > tune.toml\n"
      "  tabiya tune tune.toml          start or resume a run\n"
      "docs/tune.md describes the settings file.");
  line.when_chosen(command, [options] {
    if (!options->engine.empty()) return template_command(*options);
    if (!options->file.empty()) return tune_command(*options);
    complain("tabiya tune: a settings file, or --template and an engine\n");
    return ExitCode::WrongUsage;
  });
}

}  // namespace tabiya
