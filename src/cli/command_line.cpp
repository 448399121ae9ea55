#include "cli/command_line.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "base/system.h"
#include "base/text.h"

namespace tabiya {

namespace {

// In the order of Purpose.
constexpr std::array kHeadings{"Play", "Study", "Train", "Develop"};

// "tabiya", or "tabiya perft" if the mistake is in the part that belongs to a command.
std::string path_of_chosen(const CLI::App& app) {
  std::string path = app.get_name();
  for (const CLI::App* command : app.get_subcommands()) path += ' ' + path_of_chosen(*command);
  return path;
}

// CLI11 names what it did not expect from the last word to the first: "3 --nod" for "--nod 3".
std::string explained(const CLI::ParseError& error, const CLI::App& app) {
  const auto words = app.remaining(true);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || words.empty())
    return error.what();
  const auto option =
      std::ranges::find_if(words, [](const std::string& word) { return word.starts_with("-"); });
  if (option != words.end()) return fmt::format("there is no option {}", quoted_if_odd(*option));
  if (app.get_subcommands().empty())
    return fmt::format("there is no command {}", quoted_if_odd(words.front()));
  return fmt::format("{} is one word too many", in_quotes(words.front()));
}

}  // namespace

CommandLine::CommandLine()
    : app_(std::make_unique<CLI::App>(
          "Play chess, study it, and train neural networks that play it.", "tabiya")) {
  app_->set_help_flag("-h,--help", "Show this help; after a command, help for that command");
  app_->set_version_flag("--version", fmt::format("tabiya {} ({})", version(), target_cpu()));
  app_->require_subcommand(0, 1);
  app_->get_formatter()->label("SUBCOMMAND", "COMMAND");
}

CommandLine::~CommandLine() = default;

CLI::App& CommandLine::add(Purpose purpose, const std::string& name, const std::string& summary) {
  CLI::App& command = *app_->add_subcommand(name, summary);
  command.group(kHeadings[static_cast<std::size_t>(purpose)]);
  return command;
}

void CommandLine::when_chosen(CLI::App& command, Action action, Check check) {
  command.callback([this, action = std::move(action), check = std::move(check)] {
    chosen_ = action;
    check_ = check;
  });
}

Result<void> CommandLine::check(const std::vector<std::string>& words) {
  std::vector<const char*> arguments{"tabiya"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  try {
    app_->parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::Success&) {  // it would show its help, and do nothing
    return failure("--help cannot be combined with other options");
  } catch (const CLI::ParseError& error) {
    return std::unexpected(Error{explained(error, *app_)});
  }
  if (!chosen_) return failure("no command given");
  return check_ ? check_() : Result<void>{};
}

ExitCode CommandLine::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help or --version
    app_->exit(request);
    return ExitCode::Done;
  } catch (const CLI::ParseError& error) {
    const std::string path = path_of_chosen(*app_);
    complain("{}: {}\nTry: {} --help\n", path, explained(error, *app_), path);
    return ExitCode::WrongUsage;
  }
  if (!chosen_) {
    fmt::print("{}", app_->help());
    return ExitCode::Done;
  }
  return chosen_();
}

ExitCode failed(std::string_view command, std::string_view why, ExitCode code) {
  complain("tabiya {}: {}\n", command, printable(why));
  return code;
}

ExitCode stopped_by(const Interrupt& interrupt) {
  const bool terminated = interrupt.signal() == SIGTERM;
  complain("Stopped by {}.\n", terminated ? "SIGTERM" : "Ctrl-C");
  return terminated ? ExitCode::Terminated : ExitCode::Interrupted;
}

ExitCode wrong_text(std::string_view command, std::string_view text, const NotationError& error) {
  const std::string picture = point_at(text, error.at);
  const std::size_t end = picture.find('\n');
  complain("{}: {}\n  {}\n  {}\n", command, error.message, picture.substr(0, end),
           picture.substr(end + 1));
  return ExitCode::Failed;
}

}  // namespace tabiya
