// Static exchange evaluation: what a move wins or loses if both sides go on capturing on its
// target square with their least valuable pieces.
#pragma once

#include <array>

#include "chess/move.h"
#include "chess/position.h"
#include "search/alphabeta/value.h"

namespace tabiya {

// Pawn, knight, bishop, rook, queen, king. A king is never lost, so it costs nothing to move.
inline constexpr std::array<Value, 6> kPieceValues{100, 320, 330, 520, 980, 0};

constexpr Value piece_value(PieceType type) { return kPieceValues[static_cast<std::size_t>(type)]; }

// True if the exchange that the move begins is worth at least that much to the player who moves.
// Pins are not looked at; castling, en passant and promotion count as worth nothing.
bool exchange_wins(const Position&, Move, Value at_least);

}  // namespace tabiya
