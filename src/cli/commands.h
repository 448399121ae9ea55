// Every command of the program: `tabiya <name>`, and its subcommands.
//
// A command is a file of a folder that says what people do with it (play, study, data, net, train,
// measure), a line here and a line in commands.cpp.
#pragma once

#include "cli/command_line.h"

namespace tabiya {

// The whole program behind main(): reads the command line, does what it says, and returns the exit
// code.
int run(int argc, char** argv);

// All of them, in the order in which the help lists them.
void register_all_commands(CommandLine&);

// play
void register_play(CommandLine&);
void register_serve(CommandLine&);
void register_uci(CommandLine&);
ExitCode play_in_terminal();  // tabiya without a command, at a terminal
ExitCode talk_uci();          // the same, started by a chess program

// study
void register_encode(CommandLine&);
void register_fen(CommandLine&);
void register_pgn(CommandLine&);

// data
void register_data(CommandLine&);
void register_data_info(CommandLine&, CLI::App& data);
void register_data_growth(CommandLine&, CLI::App& data);
void register_data_check(CommandLine&, CLI::App& data);
void register_data_merge(CommandLine&, CLI::App& data);
void register_data_split(CommandLine&, CLI::App& data);
void register_data_sample(CommandLine&, CLI::App& data);
void register_data_export(CommandLine&, CLI::App& data);
void register_data_import(CommandLine&, CLI::App& data);

// net
void register_net(CommandLine&);
void register_net_quantize(CommandLine&, CLI::App& net);
void register_net_random(CommandLine&, CLI::App& net);

// train
void register_loop(CommandLine&);
void register_selfplay(CommandLine&);
void register_train(CommandLine&);
void register_train_az(CommandLine&, CLI::App& train);
void register_train_nnue(CommandLine&, CLI::App& train);

// measure
void register_bench(CommandLine&);
void register_match(CommandLine&);
void register_perft(CommandLine&);
void register_tune(CommandLine&);

}  // namespace tabiya
