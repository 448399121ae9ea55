// Says why a move cannot be played, in the words of a chess player.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "chess/castling.h"
#include "chess/position.h"
#include "notation/error.h"

namespace tabiya {

// For a text that is no move at all; `misfit` is where it goes wrong, its end if it is too short.
NotationError explain_format(std::string_view text, std::size_t misfit, std::string_view examples);

// Precondition: no legal move of the position goes from `from` to `to` with this promotion.
NotationError explain_refusal(const Position&, Square from, Square to,
                              std::optional<PieceType> promotion);

// Precondition: castling on this wing is not legal.
NotationError explain_castling_refusal(const Position&, Wing);

}  // namespace tabiya
