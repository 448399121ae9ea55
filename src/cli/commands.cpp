#include "cli/commands.h"

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <iostream>

#include "base/system.h"

namespace tabiya {

void register_all_commands(CommandLine& line) {
  register_play(line);
  register_serve(line);
  register_uci(line);
  register_fen(line);
  register_pgn(line);
  register_match(line);
  register_tune(line);
  register_selfplay(line);
  register_train(line);
  register_loop(line);
  register_perft(line);
  register_net(line);
  register_encode(line);
  register_data(line);
  register_bench(line);
}

namespace {

ExitCode run_command(int argc, const char* const* argv) {
  if (argc == 1) {
    // Chess programs start an engine without a word, and talk.
    if (isatty(STDIN_FILENO) == 0) return talk_uci();
    if (isatty(STDOUT_FILENO) == 1) return play_in_terminal();
    // For example: tabiya | less
  }
  CommandLine line;
  register_all_commands(line);
  return line.run(argc, argv);
}

// A full disk shows only when the buffered output is written. A user who sent the output to a file
// must not be told that all went well.
bool output_arrived() {
  std::cout.flush();
  return std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace

int run(int argc, char** argv) {
  occupy_closed_standard_files();
  ExitCode code = ExitCode::Failed;
  try {
    code = run_command(argc, argv);
  } catch (const std::exception& error) {  // nothing below expected it: out of memory, or our bug
    complain("tabiya: {}\n", error.what());
  }
  if (!output_arrived() && code == ExitCode::Done) {
    complain("tabiya: the output could not be written\n");
    code = ExitCode::Failed;
  }
  return static_cast<int>(code);
}

}  // namespace tabiya
