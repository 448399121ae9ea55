#include "cli/commands.h"

#include <CLI/CLI.hpp>

namespace tabiya {

// Each kind of network has its own file, with what it needs to know.
void register_train(CommandLine& line) {
  CLI::App& train = line.add(Purpose::Train, "train", "Let networks learn from games");
  train.require_subcommand(1);
  register_train_nnue(line, train);
  register_train_az(line, train);
}

}  // namespace tabiya
