// Legal moves: listed, counted, or one at a time.
//
// Every function answers for the side to move. Nothing here plays a move to see whether it
// was legal: pins and checks are known before the first move is written down. A caller with
// several questions about one position computes them once and passes them on.
#pragma once

#include <array>

#include "chess/move.h"
#include "chess/move_list.h"
#include "chess/position.h"

namespace tabiya {

// The enemy pieces that give check, and our pieces that must stay on their line to the king.
struct KingLines {
  Bitboard checkers;
  Bitboard pinned;
};
KingLines king_lines(const Position&);

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
void legal_captures_and_promotions(const Position&, const KingLines&, MoveList& out);
void legal_quiet_moves(const Position&, const KingLines&, MoveList& out);
inline void legal_captures_and_promotions(const Position& position, MoveList& out) {
  legal_captures_and_promotions(position, king_lines(position), out);
}

inline MoveList legal_moves(const Position& position) {
  MoveList moves;
  legal_moves(position, moves);
  return moves;
}

// How many there are, without listing them.
int count_legal_moves(const Position&);
bool has_legal_move(const Position&);

// True for exactly the moves in legal_moves(), whatever 16 bits come in.
bool is_legal(const Position&, const KingLines&, Move);
inline bool is_legal(const Position& position, Move move) {
  return is_legal(position, king_lines(position), move);
}

// From where each type of piece attacks the opponent's king, and our pieces that hide it from one
// of our sliders.
struct CheckLines {
  std::array<Bitboard, 6> squares;
  Bitboard screens;
};
CheckLines check_lines(const Position&);

// Will the opponent be in check after this legal move?
bool gives_check(const Position&, const CheckLines&, Move);
inline bool gives_check(const Position& position, Move move) {
  return gives_check(position, check_lines(position), move);
}

}  // namespace tabiya
