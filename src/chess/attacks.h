// What each piece attacks from a square.
//
// Sliders look their answer up in a table: the occupied squares that matter are gathered
// into an index, by the PEXT instruction where the compiler may use it and it is fast, by
// multiplication with a "magic" number elsewhere. Both give the same sets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
// AMD's first two Zen generations have PEXT, in slow microcode.
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__) && !defined(TABIYA_NO_PEXT)
#define TABIYA_USE_PEXT 1
#include <immintrin.h>
#else
#define TABIYA_USE_PEXT 0
#endif

#include "chess/bitboard.h"

namespace tabiya {

namespace tables {

inline constexpr std::size_t kRookTableSize = 102400;
inline constexpr std::size_t kBishopTableSize = 5248;
inline constexpr std::size_t kSliderTableSize = kRookTableSize + kBishopTableSize;

// One square's part of the attack table, and how to find a set of blockers there.
struct SliderEntry {
  const std::uint64_t* attacks;
  std::uint64_t mask;  // the squares whose occupation matters
#if TABIYA_USE_PEXT
  std::uint64_t slot(Bitboard occupied) const { return _pext_u64(occupied.bits(), mask); }
#else
  std::uint64_t magic;  // gathers them into the high bits
  std::uint64_t shift;  // 64 minus their number
  std::uint64_t slot(Bitboard occupied) const {
    return ((occupied.bits() & mask) * magic) >> shift;
  }
#endif
};

extern const std::array<SliderEntry, kSquares> kRookEntries;
extern const std::array<SliderEntry, kSquares> kBishopEntries;

// Attacks that do not depend on what else is on the board.
struct Leapers {
  std::array<Bitboard, kSquares> knight, king;
  std::array<std::array<Bitboard, kSquares>, 2> pawn;
  std::array<Bitboard, kSquares> rook_lines, bishop_lines;  // sliders on an empty board
};
extern const Leapers kLeapers;

}  // namespace tables

inline Bitboard rook_attacks(Square square, Bitboard occupied) {
  const auto& entry = tables::kRookEntries[static_cast<std::size_t>(square)];
  return Bitboard(entry.attacks[entry.slot(occupied)]);
}

inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
  const auto& entry = tables::kBishopEntries[static_cast<std::size_t>(square)];
  return Bitboard(entry.attacks[entry.slot(occupied)]);
}

inline Bitboard queen_attacks(Square square, Bitboard occupied) {
  return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}

inline Bitboard knight_attacks(Square square) {
  return tables::kLeapers.knight[static_cast<std::size_t>(square)];
}

inline Bitboard king_attacks(Square square) {
  return tables::kLeapers.king[static_cast<std::size_t>(square)];
}

inline Bitboard pawn_attacks(Color color, Square square) {
  return tables::kLeapers.pawn[static_cast<std::size_t>(color)][static_cast<std::size_t>(square)];
}

// Sliders as if the board were empty: a cheap first sieve.
inline Bitboard rook_lines(Square square) {
  return tables::kLeapers.rook_lines[static_cast<std::size_t>(square)];
}
inline Bitboard bishop_lines(Square square) {
  return tables::kLeapers.bishop_lines[static_cast<std::size_t>(square)];
}

// Any piece but a pawn.
inline Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied) {
  switch (type) {
    case PieceType::Knight:
      return knight_attacks(square);
    case PieceType::Bishop:
      return bishop_attacks(square, occupied);
    case PieceType::Rook:
      return rook_attacks(square, occupied);
    case PieceType::Queen:
      return queen_attacks(square, occupied);
    case PieceType::King:
      return king_attacks(square);
    case PieceType::Pawn:
      break;
  }
  __builtin_unreachable();
}

// All squares a colour's pawns attack.
template <Color Us>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
  return forward<Us>(east(pawns)) | forward<Us>(west(pawns));
}

// Straight lines on the empty board: what lies between two squares, and the whole line
// through them. Pins, checks and castling paths are read off these.

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
