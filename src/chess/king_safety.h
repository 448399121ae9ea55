// What the king allows: checks, pins, attacked squares and castling paths. Shared by the
// move generator and the test of a single move.
#pragma once

#include "chess/attacks.h"
#include "chess/move.h"
#include "chess/movegen.h"
#include "chess/position.h"

namespace tabiya {

template <Color Us>
inline KingLines king_lines(const Position& position, Square king) {
  constexpr Color Them = !Us;
  const Bitboard occupied = position.occupied();
  KingLines lines{};
  lines.checkers = ((knight_attacks(king) & position.pieces(PieceType::Knight)) |
                    (pawn_attacks(Us, king) & position.pieces(PieceType::Pawn))) &
                   position.pieces(Them);
  const Bitboard snipers =
      ((rook_lines(king) & position.pieces(PieceType::Rook, PieceType::Queen)) |
       (bishop_lines(king) & position.pieces(PieceType::Bishop, PieceType::Queen))) &
      position.pieces(Them);
  for (Square sniper : snipers) {
    const Bitboard blockers = between(king, sniper) & occupied;
    if (blockers.empty())
      lines.checkers |= Bitboard(sniper);
    else if (!blockers.many())
      lines.pinned |= blockers & position.pieces(Us);
  }
  return lines;
}

// Those of the squares that a colour does not attack on a board occupied like this.
template <Color By>
inline Bitboard unattacked(Bitboard squares, const Position& position, Bitboard occupied) {
  if (squares.empty()) return squares;
  const Bitboard enemies = position.pieces(By);
  squares &= ~pawn_attacks<By>(enemies & position.pieces(PieceType::Pawn)) &
             ~king_attacks(position.king(By));
  if (squares.empty()) return squares;
  for (Square from : enemies& position.pieces(PieceType::Knight)) squares &= ~knight_attacks(from);
  for (Square from : enemies& position.pieces(PieceType::Bishop, PieceType::Queen))
    if (bishop_lines(from).meets(squares)) squares &= ~bishop_attacks(from, occupied);
  for (Square from : enemies& position.pieces(PieceType::Rook, PieceType::Queen))
    if (rook_lines(from).meets(squares)) squares &= ~rook_attacks(from, occupied);
  return squares;
}

// The squares the king crosses and reaches when castling with this rook.
template <Color Us>
inline Bitboard castling_walk(Square king, Square rook) {
  const Square to = king_after_castling(Us, wing_of(king, rook));
  return between(king, to) | Bitboard(to);
}

// Nothing stands in the way of king and rook.
template <Color Us>
inline bool castling_is_clear(const Position& position, Square king, Square rook) {
  const Bitboard others = position.occupied() ^ Bitboard(king) ^ Bitboard(rook);
  // The squares between the two are always among those that must be free: the common reason.
  if (others.meets(between(king, rook))) return false;
  const Square rook_to = rook_after_castling(Us, wing_of(king, rook));
  const Bitboard path = castling_walk<Us>(king, rook) | between(rook, rook_to) | Bitboard(rook_to);
  return !others.meets(path);
}

}  // namespace tabiya
