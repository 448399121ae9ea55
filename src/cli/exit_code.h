// What the program tells the shell.
#pragma once

namespace tabiya {

enum class ExitCode : int {
  Done = 0,
  Failed = 1,
  WrongUsage = 2,
  Interrupted = 130,  // Ctrl-C, as shells have it: 128 + SIGINT
  Terminated = 143,   // 128 + SIGTERM
};

}  // namespace tabiya
