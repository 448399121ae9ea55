// Straight lines on the empty board: what lies between two squares, and the whole line
// through them. Pins, checks and castling paths are read off these.
#pragma once

#include <array>

#include "chess/bitboard.h"

namespace tabiya {

namespace tables {

using SquarePairs = std::array<std::array<Bitboard, kSquares>, kSquares>;
extern const SquarePairs kBetween;
extern const SquarePairs kLine;

}  // namespace tables

// The squares strictly between two squares on one rank, file or diagonal; empty otherwise.
inline Bitboard between(Square a, Square b) {
  return tables::kBetween[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

// The whole rank, file or diagonal through two different squares, edge to edge; empty if
// they are not on one.
inline Bitboard line(Square a, Square b) {
  return tables::kLine[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

// The diagonals through a square, edge to edge: the one parallel to a1–h8, the one to a8–h1.
constexpr Bitboard rising_diagonal(Square square) {
  const int shift = 8 * (index(rank_of(square)) - index(file_of(square)));
  constexpr std::uint64_t main = 0x8040201008040201ULL;
  return Bitboard(shift >= 0 ? main << shift : main >> -shift);
}
constexpr Bitboard falling_diagonal(Square square) {
  const int shift = 8 * (index(rank_of(square)) + index(file_of(square)) - 7);
  constexpr std::uint64_t main = 0x0102040810204080ULL;
  return Bitboard(shift >= 0 ? main << shift : main >> -shift);
}

}  // namespace tabiya
