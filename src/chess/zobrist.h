// Random numbers whose exclusive-or names a position: one for each fact a position's key
// depends on. The same on every machine and in every version that shares files with this one.
#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

using Key = std::uint64_t;

namespace tables {

struct ZobristTable {
  std::array<std::array<Key, kSquares>, Piece::kCount> piece;
  std::array<Key, kSquares> castling_rook;  // a rook here may still castle
  std::array<Key, 8> en_passant;            // a capture en passant on this file is legal
  Key black_to_move;
};
extern const ZobristTable kZobrist;

}  // namespace tables

namespace zobrist {

inline Key piece(Piece piece, Square square) {
  return tables::kZobrist
      .piece[static_cast<std::size_t>(index(piece))][static_cast<std::size_t>(square)];
}
inline Key castling_rooks(Bitboard rooks) {
  Key key = 0;
  for (Square rook : rooks) key ^= tables::kZobrist.castling_rook[static_cast<std::size_t>(rook)];
  return key;
}
inline Key en_passant(Square target) {
  return tables::kZobrist.en_passant[static_cast<std::size_t>(file_of(target))];
}
inline Key black_to_move() { return tables::kZobrist.black_to_move; }

}  // namespace zobrist

}  // namespace tabiya
