// What players do in a game: moves, draws, the end, taking back. Each checks that it may be done.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/game_state.h"

namespace tabiya::server {

// A move from a node: at the tip it goes on with the game, elsewhere it is a variation.
Changed play_move(GameState&, NodeNumber from, std::string_view uci, Time now);
// Precondition: the move is legal at the tip.
Changed play_at_tip(GameState&, Move, Time now);

GameUpdate finish(GameState&, GameResult, Time now);
GameUpdate fall_flag(GameState&, Time now);  // precondition: flag_has_fallen()
Changed resign(GameState&, Color, Time now);

Changed offer_draw(GameState&);
Changed answer_draw(GameState&, bool accept, Time now);
Changed claim_draw(GameState&, Time now);
GameUpdate decline_draw(GameState&, Speaker, std::string words);

Changed take_back(GameState&, Time now);

// The engine must be one that can be used.
Changed change_strength(GameState&, std::optional<EngineKind>, std::optional<std::int64_t> level);

}  // namespace tabiya::server
