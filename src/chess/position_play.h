// How a move changes a position. Part of position.h: a template, so that an observer costs
// nothing when there is none.
#pragma once

#include "chess/position.h"

namespace tabiya {

template <class Observer>
inline void Position::put(Piece piece, Square square, Observer& observer) {
  by_type_[static_cast<std::size_t>(piece.type())] ^= Bitboard(square);
  by_color_[static_cast<std::size_t>(piece.color())] ^= Bitboard(square);
  board_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(index(piece));
  key_ ^= zobrist::piece(piece, square);
  observer.placed(piece, square);
}

template <class Observer>
inline void Position::take(Piece piece, Square square, Observer& observer) {
  by_type_[static_cast<std::size_t>(piece.type())] ^= Bitboard(square);
  by_color_[static_cast<std::size_t>(piece.color())] ^= Bitboard(square);
  board_[static_cast<std::size_t>(square)] = kEmpty;
  key_ ^= zobrist::piece(piece, square);
  observer.removed(piece, square);
}

template <class Observer>
inline void Position::shift(Piece piece, Square from, Square to, Observer& observer) {
  const Bitboard both = Bitboard(from) | Bitboard(to);
  by_type_[static_cast<std::size_t>(piece.type())] ^= both;
  by_color_[static_cast<std::size_t>(piece.color())] ^= both;
  board_[static_cast<std::size_t>(from)] = kEmpty;
  board_[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(index(piece));
  key_ ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
  observer.removed(piece, from);
  observer.placed(piece, to);
}

template <Color Us, class Observer>
inline void Position::play_as(Move move, Observer& observer) {
  constexpr Piece pawn(Us, PieceType::Pawn);
  const Square from = move.from();
  const Square to = move.to();

  clear_en_passant();
  advance_clocks<Us>();
  side_ = !Us;
  key_ ^= zobrist::black_to_move();

  if (move.kind() != Move::Kind::Normal) [[unlikely]] {
    play_special<Us>(move, observer);
    return;
  }

  const Piece mover = Piece::at(board_[static_cast<std::size_t>(from)]);
  if (const std::uint8_t captured = board_[static_cast<std::size_t>(to)]; captured != kEmpty) {
    take(Piece::at(captured), to, observer);
    halfmove_clock_ = 0;
  }
  const Bitboard both = Bitboard(from) | Bitboard(to);
  if (castling_guard_.meets(both)) [[unlikely]]
    lose_castling(both);
  shift(mover, from, to, observer);
  if (mover == pawn) {
    halfmove_clock_ = 0;
    if (index(to) - index(from) == 2 * pawn_step(Us)) allow_en_passant(from + pawn_step(Us));
  }
}

// Castling, en passant and promotion: rare, and out of the way of the rest.
template <Color Us, class Observer>
void Position::play_special(Move move, Observer& observer) {
  constexpr Color Them = !Us;
  constexpr Piece pawn(Us, PieceType::Pawn);
  const Square from = move.from();
  const Square to = move.to();

  if (move.kind() == Move::Kind::Castling) {
    constexpr Piece king(Us, PieceType::King);
    constexpr Piece rook(Us, PieceType::Rook);
    const Wing wing = wing_of(from, to);
    lose_castling(Bitboard(from));
    // Both leave before either lands: in Chess960 they may swap squares.
    take(king, from, observer);
    take(rook, to, observer);
    put(king, king_after_castling(Us, wing), observer);
    put(rook, rook_after_castling(Us, wing), observer);
    return;
  }

  halfmove_clock_ = 0;
  if (move.kind() == Move::Kind::EnPassant) {
    take(Piece(Them, PieceType::Pawn), to - pawn_step(Us), observer);
    shift(pawn, from, to, observer);
    return;
  }

  if (const std::uint8_t captured = board_[static_cast<std::size_t>(to)]; captured != kEmpty) {
    take(Piece::at(captured), to, observer);
    if (castling_guard_.contains(to)) lose_castling(Bitboard(to));
  }
  take(pawn, from, observer);
  put(Piece(Us, *move.promotes_to()), to, observer);
}

}  // namespace tabiya
