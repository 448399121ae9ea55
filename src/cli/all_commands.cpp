#include "cli/all_commands.h"

#include "cli/command_bench.h"
#include "cli/command_data.h"
#include "cli/command_encode.h"
#include "cli/command_fen.h"
#include "cli/command_loop.h"
#include "cli/command_match.h"
#include "cli/command_net.h"
#include "cli/command_perft.h"
#include "cli/command_pgn.h"
#include "cli/command_play.h"
#include "cli/command_selfplay.h"
#include "cli/command_serve.h"
#include "cli/command_train.h"
#include "cli/command_uci.h"

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
