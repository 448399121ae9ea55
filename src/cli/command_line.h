// Reading a command line into one of the program's commands, and how a command ends.
//
// A command is a file with one function:
//
//   #include <CLI/CLI.hpp>
//
//   void register_perft(CommandLine& line) {
//     auto options = std::make_shared<PerftOptions>();
//     CLI::App& command = line.add(Purpose::Develop, "perft", "Count the positions …");
//     command.add_option("depth", options->depth, "…");
//     line.when_chosen(command, [options] { return perft(*options); });
//   }
//
// a line in commands.h that declares it and one in commands.cpp that calls it. Nothing happens
// while the line is read: a command starts only when all of it was right.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/result.h"
#include "notation/error.h"

namespace CLI {
class App;  // CLI11 takes seconds to compile: only files that add options include it
}

namespace tabiya {

// How a command ends: what it tells people on standard error, and the shell by its exit code.
enum class ExitCode : int {
  Done = 0,
  Failed = 1,
  WrongUsage = 2,
  Interrupted = 130,  // Ctrl-C, as shells have it: 128 + SIGINT
  Terminated = 143,   // 128 + SIGTERM
};

// Like fmt::print(stderr, …), but a standard error that is closed or full is no reason to fail:
// the exit code still tells.
template <class... Values>
void complain(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fputs(text.c_str(), stderr);
}

// Says why, "tabiya perft: …", and gives the code back.
ExitCode failed(std::string_view command, std::string_view why, ExitCode = ExitCode::Failed);

// "1 game", "2 games"
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Says that the command was stopped, and by what. Precondition: interrupt.requested().
ExitCode stopped_by(const Interrupt& interrupt);

// Prints the sentence, the text, and a caret under the place:
//
//   tabiya fen: side to move: "x" is neither w nor b
//     8/8/8/8/8/8/8/8 x - -
//                     ^
ExitCode wrong_text(std::string_view command, std::string_view text, const NotationError&);

// What people do with a command; the help lists commands under these headings.
enum class Purpose { Play, Study, Train, Develop };

class CommandLine {
 public:
  using Action = std::function<ExitCode()>;
  using Check = std::function<Result<void>()>;

  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Further options and subcommands are added to what this returns.
  CLI::App& add(Purpose purpose, const std::string& name, const std::string& summary);

  // `check` says what speaks against the words before anything is begun, and changes nothing.
  void when_chosen(CLI::App& command, Action action, Check check = nullptr);

  // Reads the line and does what it says. Precondition: argv has argc strings, the first of them
  // the program's name.
  ExitCode run(int argc, const char* const* argv);

  // Reads the words behind the program's name and does nothing. The error is a sentence: what the
  // command would refuse of them. Whether files are there that an earlier command has still to
  // write is not asked.
  Result<void> check(const std::vector<std::string>& words);

 private:
  std::unique_ptr<CLI::App> app_;
  Action chosen_;
  Check check_;
};

}  // namespace tabiya
