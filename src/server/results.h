// How games end, in sentences, and what players may do until then.
#pragma once

#include "chess/game.h"
#include "server/game_record.h"
#include "server/parts.h"

namespace tabiya::server {

GameResult result_of(const Outcome&);
GameResult resignation(Color loser);
GameResult flag_fall(Color loser, const Position&);  // a draw if the other cannot mate

// `tip` is the game up to the tip.
Rights rights_of(const GameRecord&, const Game& tip);

}  // namespace tabiya::server
