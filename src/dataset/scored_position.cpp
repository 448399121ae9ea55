#include "dataset/scored_position.h"

#include <bit>
#include <cstddef>

#include "chess/bitboard.h"

namespace tabiya {

namespace {

constexpr int kKinds = 12;

// Files a to h become h to a: bits of each byte in reverse, by halves.
constexpr std::uint64_t left_and_right_exchanged(std::uint64_t set) {
  constexpr std::uint64_t kEverySecond = 0x5555'5555'5555'5555;
  constexpr std::uint64_t kEveryOtherPair = 0x3333'3333'3333'3333;
  constexpr std::uint64_t kLowHalves = 0x0f0f'0f0f'0f0f'0f0f;
  set = (set >> 1 & kEverySecond) | (set & kEverySecond) << 1;
  set = (set >> 2 & kEveryOtherPair) | (set & kEveryOtherPair) << 2;
  return (set >> 4 & kLowHalves) | (set & kLowHalves) << 4;
}

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
    for (std::uint64_t& set : squares) set = left_and_right_exchanged(set);
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
