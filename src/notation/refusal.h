// Says why a move cannot be played, in the words of a chess player.
#pragma once

#include <optional>

#include "chess/castling.h"
#include "chess/position.h"
#include "notation/error.h"

namespace tabiya {

// Precondition: no legal move of the position goes from `from` to `to` with this promotion.
NotationError explain_refusal(const Position&, Square from, Square to,
                              std::optional<PieceType> promotion);

// Precondition: castling on this wing is not legal.
NotationError explain_castling_refusal(const Position&, Wing);

}  // namespace tabiya
