// A game's details as the database keeps them, and its line in the list of games.
#pragma once

#include <string>

#include "server/game_record.h"
#include "server/json.h"

namespace tabiya::server {

Json summary_json(const GameRecord&);

// Everything but nodes and chat.
std::string details_text(const GameRecord&);

// Fills a record, its tree with the start position only. Throws JsonIn::exception.
void read_details(const JsonIn&, GameRecord&);

}  // namespace tabiya::server
