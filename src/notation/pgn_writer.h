// Writes games in PGN's export format: the seven tags first, lines of at most 79 columns, move
// numbers wherever a reader could lose count.
//
// Reading what was written gives the same tree of moves, comments and marks; writing that again
// gives the same text. The seven tags are completed with "?"; Result, SetUp, FEN and Variant are
// written as the game is, whatever its tags say.
#pragma once

#include <string>

#include "notation/pgn_game.h"

namespace tabiya {

// The game, a line end and an empty line.
std::string to_pgn(const PgnGame&);

}  // namespace tabiya
