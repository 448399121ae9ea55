#include "cli/commands.h"

#include <CLI/CLI.hpp>

#include <cstdint>

#include "cli/options.h"
#include "cli/train/optimiser_options.h"

namespace tabiya {

void add_optimiser_options(CLI::App& command, OptimiserSettings& settings) {
  number_option(command, "--rate", settings.rate, 0, 100.0, "The highest learning rate");
  number_option(command, "--last-rate", settings.last_rate, 0, 100.0,
                "The learning rate at the end");
  number_option(command, "--warm-up", settings.warm_up, 0, std::uint64_t{1} << 32,
                "Steps until the highest rate, at most a tenth of all");
  number_option(command, "--weight-decay", settings.weight_decay, 0, 1.0, "AdamW's weight decay");
}

// Each kind of network has its own file, with what it needs to know.
void register_train(CommandLine& line) {
  CLI::App& train = line.add(Purpose::Train, "train", "Train networks from games");
  train.require_subcommand(1);
  register_train_nnue(line, train);
  register_train_az(line, train);
}

}  // namespace tabiya
