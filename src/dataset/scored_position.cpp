#include "dataset/scored_position.h"

#include <bit>
#include <cstddef>

#include "chess/bitboard.h"

namespace tabiya {

namespace {

constexpr int kKinds = 12;

}  // namespace

PackedPosition packed(const Position& position, std::int16_t score, std::int8_t result) {
  PackedPosition out{};
  const Color mover = position.side_to_move();
  const Bitboard occupied = position.occupied();
  out.occupied = (mover == Color::White ? occupied : mirrored(occupied)).bits();
  std::size_t nth = 0;
  for (const Square square : Bitboard(out.occupied)) {
    const Piece piece = *position.piece_at(relative(mover, square));
    const int kind = index(piece.type()) + (piece.color() == mover ? 0 : kKinds / 2);
    out.kinds[nth / 2] = static_cast<std::uint8_t>(out.kinds[nth / 2] | kind << (nth % 2 * 4));
    ++nth;
  }
  out.score = score;
  out.result = result;
  out.may_mirror = position.castling_rooks().empty();
  return out;
}

void unpack(const PackedPosition& position, ScoredPosition& out) {
  std::array<std::uint64_t, 16> squares{};
  std::size_t nth = 0;
  for (std::uint64_t left = position.occupied; left != 0; left &= left - 1) {
    const auto kind = static_cast<unsigned>(position.kinds[nth / 2] >> (nth % 2 * 4)) & 15U;
    squares[kind] |= left & (0 - left);
    ++nth;
  }
  if (position.is_mirrored && position.may_mirror)
    for (std::uint64_t& set : squares) set = left_right_exchanged(Bitboard(set)).bits();
  std::size_t count = 0;
  for (unsigned kind = 0; kind < kKinds; ++kind)
    for (std::uint64_t left = squares[kind]; left != 0; left &= left - 1)
      out.features[count++] = static_cast<std::uint16_t>(
          kSquares * kind + static_cast<unsigned>(std::countr_zero(left)));
  out.count = static_cast<std::uint8_t>(count);
  out.result = position.result;
  out.score = position.score;
}

}  // namespace tabiya
