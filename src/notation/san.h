// Standard algebraic notation: "e4", "Nbd2", "exd8=Q+", "O-O-O", "Qh7#".
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "notation/error.h"

namespace tabiya {

// With the least disambiguation against legal moves, and + or # where due.
// Precondition: the move is legal.
std::string to_san(const Position&, Move);

// SAN for every legal move, in the order of legal_moves().
std::vector<std::string> legal_moves_as_san(const Position&);

// A legal move of this position, or why not.
//
// Also takes what people and other programs write: zeros for castling, a missing or surplus
// x, +, # or =, annotation marks (!, ?, !?), more disambiguation than needed, and long
// algebraic moves with or without the piece letter (Ng1-f3, g1f3, e7e8q).
std::expected<Move, NotationError> parse_san(const Position&, std::string_view);

}  // namespace tabiya
