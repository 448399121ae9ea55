#include "cli/commands.h"

#include <CLI/CLI.hpp>

#include <cstdint>

#include "cli/number_check.h"
#include "cli/train/optimiser_options.h"

namespace tabiya {

void add_optimiser_options(CLI::App& command, OptimiserSettings& settings) {
  const auto number = [&]<class Number>(const char* name, Number& value, Number highest,
                                        const char* what) {
    command.add_option(name, value, what)
        ->check(number_check(Number{0}, highest))
        ->type_name("N")
        ->capture_default_str();
  };
  number("--rate", settings.rate, 100.0, "The highest learning rate");
  number("--last-rate", settings.last_rate, 100.0, "The learning rate at the end");
  number("--warm-up", settings.warm_up, std::uint64_t{1} << 32,
         "Steps until the highest rate, at most a tenth of all");
  number("--weight-decay", settings.weight_decay, 1.0, "AdamW's weight decay");
}

// Each kind of network has its own file, with what it needs to know.
void register_train(CommandLine& line) {
  CLI::App& train = line.add(Purpose::Train, "train", "Train networks from games");
  train.require_subcommand(1);
  register_train_nnue(line, train);
  register_train_az(line, train);
}

}  // namespace tabiya
