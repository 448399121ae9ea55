// What the king allows: checks, pins, attacked squares and castling paths. Shared by the
// move generator and the test of a single move.
#pragma once

#include "chess/attacks.h"
#include "chess/castling.h"
#include "chess/position.h"
#include "chess/rays.h"

namespace tabiya {

// The enemy pieces that give check, and our pieces that must stay on their line to the king.
struct KingLines {
  Bitboard checkers;
  Bitboard pinned;
};

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

// Everything a colour attacks on a board with these squares occupied.
template <Color By>
inline Bitboard attacked_squares(const Position& position, Bitboard occupied) {
  const Bitboard own = position.pieces(By);
  Bitboard attacked =
      pawn_attacks<By>(own & position.pieces(PieceType::Pawn)) | king_attacks(position.king(By));
  for (Square from : own& position.pieces(PieceType::Knight)) attacked |= knight_attacks(from);
  for (Square from : own& position.pieces(PieceType::Bishop, PieceType::Queen))
    attacked |= bishop_attacks(from, occupied);
  for (Square from : own& position.pieces(PieceType::Rook, PieceType::Queen))
    attacked |= rook_attacks(from, occupied);
  return attacked;
}

// Castling with this rook is possible if nothing stands in the way, the king passes no
// attacked square, and the rook does not shield the king along the back rank (Chess960).
template <Color Us>
inline bool may_castle(const Position& position, Square king, Square rook, Bitboard attacked,
                       Bitboard pinned) {
  const Wing wing = wing_of(king, rook);
  const Square king_to = king_after_castling(Us, wing);
  const Square rook_to = rook_after_castling(Us, wing);
  const Bitboard king_path = between(king, king_to) | Bitboard(king_to);
  const Bitboard rook_path = between(rook, rook_to) | Bitboard(rook_to);
  const Bitboard others = position.occupied() ^ Bitboard(king) ^ Bitboard(rook);
  return !others.meets(king_path | rook_path) && !attacked.meets(king_path) &&
         !pinned.contains(rook);
}

}  // namespace tabiya
