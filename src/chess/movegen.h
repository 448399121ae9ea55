// Legal moves: listed, counted, or one at a time.
//
// Every function answers for the side to move. Nothing here plays a move to see whether it
// was legal: pins and checks are known before the first move is written down.
#pragma once

#include "chess/move.h"
#include "chess/move_list.h"
#include "chess/position.h"

namespace tabiya {

void legal_moves(const Position&, MoveList& out);  // appends

// Of a legal move.
inline bool is_capture(const Position& position, Move move) {
  if (move.kind() == Move::Kind::EnPassant) return true;
  return move.kind() != Move::Kind::Castling && !position.is_empty(move.to());
}
inline bool is_capture_or_promotion(const Position& position, Move move) {
  if (move.kind() == Move::Kind::Normal) return !position.is_empty(move.to());
  return move.kind() != Move::Kind::Castling;
}

// The same moves in two halves: captures (en passant too) and all promotions; the rest.
void legal_captures_and_promotions(const Position&, MoveList& out);
void legal_quiet_moves(const Position&, MoveList& out);

inline MoveList legal_moves(const Position& position) {
  MoveList moves;
  legal_moves(position, moves);
  return moves;
}

// How many there are, without listing them.
int count_legal_moves(const Position&);
bool has_legal_move(const Position&);

// True for exactly the moves in legal_moves(), whatever 16 bits come in.
bool is_legal(const Position&, Move);

// Will the opponent be in check after this legal move?
bool gives_check(const Position&, Move);

}  // namespace tabiya
