// Variations and comments of a game. Each checks that it may be done.
#pragma once

#include <string>
#include <vector>

#include "server/game_state.h"

namespace tabiya::server {

Changed add_line(GameState&, NodeNumber from, const std::vector<std::string>& moves);
Changed promote(GameState&, NodeNumber);
// With all that follows it. A running report or analysis of what is gone is the caller's to end.
Changed remove(GameState&, NodeNumber);
Changed comment(GameState&, NodeNumber, const std::string& text);

}  // namespace tabiya::server
