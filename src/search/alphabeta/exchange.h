// Static exchange evaluation: what a move wins or loses if both sides go on capturing on its
// target square with their least valuable pieces.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "search/alphabeta/parameters.h"
#include "search/alphabeta/value.h"

namespace tabiya {

// A king is never lost, so it costs nothing to move.
inline Value piece_value(PieceType type) {
  switch (type) {
    case PieceType::Pawn:
      return parameters.pawn_value;
    case PieceType::Knight:
      return parameters.knight_value;
    case PieceType::Bishop:
      return parameters.bishop_value;
    case PieceType::Rook:
      return parameters.rook_value;
    case PieceType::Queen:
      return parameters.queen_value;
    case PieceType::King:
      return 0;
  }
  return 0;
}

// True if the exchange that the move begins is worth at least that much to the player to move.
// Pins are not looked at; castling, en passant and promotion count as worth nothing.
bool exchange_wins(const Position&, Move, Value at_least);

}  // namespace tabiya
