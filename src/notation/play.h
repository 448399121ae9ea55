// A game played by text: moves in UCI or SAN, with a reason whenever one is refused.
// A refused move leaves the game as it was.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "notation/error.h"

namespace tabiya {

std::expected<Move, NotationError> play_uci(Game&, std::string_view);
std::expected<Move, NotationError> play_san(Game&, std::string_view);

// The whole game so far, as SAN and as UCI.
std::vector<std::string> moves_as_san(const Game&);
std::vector<std::string> moves_as_uci(const Game&);

// A game that begins from a FEN.
std::expected<Game, NotationError> game_from_fen(std::string_view fen, Variant = Variant::Standard);

}  // namespace tabiya
