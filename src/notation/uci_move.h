// Moves as UCI writes them: "e2e4", "e7e8q".
//
// Castling is the king's two-square step (e1g1) in standard chess, and king takes own rook
// (e1h1) in Chess960. In Chess960 the step to the castling square is understood too, where it
// is no ordinary king step.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "chess/chess960.h"
#include "chess/move.h"
#include "chess/position.h"
#include "notation/error.h"

namespace tabiya {

// A position whose castling needs Chess960 gets it, also with Variant::Standard.
std::string to_uci(const Position&, Move, Variant = Variant::Standard);

// A legal move of this position, or why not.
std::expected<Move, NotationError> parse_uci(const Position&, std::string_view,
                                             Variant = Variant::Standard);

}  // namespace tabiya
