#include "cli/command_train.h"

#include <CLI/CLI.hpp>

#include "cli/command_train_az.h"

namespace tabiya {

void register_train(CommandLine& line) {
  CLI::App& train = line.add(Purpose::Develop, "train", "Train networks from games");
  train.require_subcommand(1);
  register_train_az(line, train);
}

}  // namespace tabiya
