// The whole program behind main().
#pragma once

namespace tabiya {

// Reads the command line, does what it says, and returns the program's exit code.
int run(int argc, char** argv);

}  // namespace tabiya
