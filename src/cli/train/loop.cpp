#include "cli/commands.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <system_error>

#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "loop/chart.h"
#include "loop/config.h"
#include "loop/loop.h"
#include "loop/status.h"
#include "match/child_process.h"

namespace tabiya {
namespace {

constexpr std::size_t kLargestConfig = 1 << 20;

Result<LoopConfig> read_config(const std::filesystem::path& file) {
  const auto content = read_file(file, kLargestConfig);
  if (!content) return std::unexpected(content.error());
  if (content->size() > kLargestConfig)
    return failure("{}: too long for a settings file", file.string());
  std::filesystem::path usual_folder = file;
  auto config = parse_loop_config({reinterpret_cast<const char*>(content->data()), content->size()},
                                  file.parent_path(), usual_folder.replace_extension());
  if (!config) return failure("{}: {}", file.string(), config.error().message);
  return config;
}

ExitCode loop_command(const std::string& file) {
  // Absolute, so that children understand every path; and our own program, whatever its name.
  const std::filesystem::path program = program_file();
  if (program.empty()) return failed("loop", "this program cannot find its own file");
  const auto config = read_config(std::filesystem::absolute(file));
  if (!config) return failed("loop", config.error().message);

  const Interrupt interrupt;
  const LoopHooks hooks{
      .check =
          [](const std::vector<std::string>& words) {
            CommandLine line;
            register_all_commands(line);
            return line.check(words);
          },
      .run =
          [&](const std::vector<std::string>& words, const std::function<void()>& meanwhile) {
            return run_program({.program = program, .arguments = words}, [&] {
              meanwhile();
              return interrupt.signal();
            });
          },
      .say =
          [](const std::string& sentence) {
            fmt::print("{}\n", sentence);
            std::fflush(stdout);
          },
      .stop_requested = [&] { return interrupt.requested(); }};
  const auto end = run_loop(*config, program, hooks);
  if (!end) return failed("loop", end.error().message);
  if (*end == LoopEnd::Stopped) {
    complain("The same command resumes the run.\n");
    return stopped_by(interrupt);
  }
  const auto all = finished_generations(config->folder);
  if (!all) return failed("loop", all.error().message);
  fmt::print("\n{}", status_table(*all));
  return ExitCode::Done;
}

ExitCode status_command(const std::string& folder) {
  const auto all = finished_generations(folder);
  if (!all) return failed("loop", all.error().message);
  std::error_code trouble;
  if (!std::filesystem::is_directory(folder, trouble))
    return failed("loop", fmt::format("{}: there is no such folder", folder));
  fmt::print("{}{}", status_table(*all), unfinished_text(folder, *all));
  if (all->empty()) return ExitCode::Done;
  // The table is what was asked for; a user who only looks may not be allowed to write.
  if (const auto written = write_chart(folder, *all); !written)
    return failed("loop", "no picture: " + written.error().message, ExitCode::Done);
  fmt::print("Picture: {}\n", printable((std::filesystem::path(folder) / "elo.svg").string()));
  return ExitCode::Done;
}

}  // namespace

void register_loop(CommandLine& line) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App& command = line.add(Purpose::Train, "loop",
                               "Self-play, training and matches, generation after generation");
  command.add_option("RUN", *words, "Settings file (TOML); or: status FOLDER")
      ->required()
      ->expected(1, 2)
      ->type_name("");
  command.footer(
      "Examples:\n"
      "  tabiya loop run.toml           start or resume a run\n"
      "  tabiya loop status run         its progress, with a picture in run/elo.svg\n"
      "docs/loop.md describes the settings file.");
  line.when_chosen(command, [words] {
    if (words->front() == "status" && words->size() == 2) return status_command(words->back());
    if (words->size() == 1 && words->front() != "status") return loop_command(words->front());
    return failed("loop", "it needs one settings file, or status and the folder of a run",
                  ExitCode::WrongUsage);
  });
}

}  // namespace tabiya
