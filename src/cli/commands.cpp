#include "cli/commands.h"

namespace tabiya {

void register_all_commands(CommandLine& line) {
  register_play(line);
  register_serve(line);
  register_uci(line);
  register_fen(line);
  register_pgn(line);
  register_match(line);
  register_selfplay(line);
  register_train(line);
  register_loop(line);
  register_perft(line);
  register_net(line);
  register_encode(line);
  register_data(line);
  register_bench(line);
}

}  // namespace tabiya
