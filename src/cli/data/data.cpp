#include "cli/commands.h"

#include <CLI/CLI.hpp>

namespace tabiya {

void register_data(CommandLine& line) {
  CLI::App& data = line.add(Purpose::Train, "data", "Work with training games");
  data.require_subcommand(1);
  register_data_info(line, data);
  register_data_growth(line, data);
  register_data_check(line, data);
  register_data_merge(line, data);
  register_data_split(line, data);
  register_data_sample(line, data);
  register_data_export(line, data);
  register_data_import(line, data);
}

}  // namespace tabiya
