// The subcommands of `tabiya data`, a file each.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

void register_data_info(CommandLine&, CLI::App& data);
void register_data_check(CommandLine&, CLI::App& data);
void register_data_merge(CommandLine&, CLI::App& data);
void register_data_split(CommandLine&, CLI::App& data);
void register_data_sample(CommandLine&, CLI::App& data);
void register_data_export(CommandLine&, CLI::App& data);
void register_data_import(CommandLine&, CLI::App& data);

}  // namespace tabiya
