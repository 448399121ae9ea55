#include "chess/zobrist.h"

#include "base/random.h"

namespace tabiya::tables {

namespace {

constexpr ZobristTable make_zobrist() {
  Random random{0x7AB1'7A00'0000'0001ULL};
  ZobristTable table{};
  for (Color color : kColors)
    for (PieceType type : kPieceTypes)
      for (Key& key : table.piece[static_cast<std::size_t>(index(Piece(color, type)))])
        key = random();
  for (Key& key : table.castling_rook) key = random();
  for (Key& key : table.en_passant) key = random();
  table.black_to_move = random();
  return table;
}

}  // namespace

constexpr ZobristTable kZobrist = make_zobrist();

}  // namespace tabiya::tables
