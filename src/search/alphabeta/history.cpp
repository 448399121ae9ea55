#include "search/alphabeta/history.h"

#include <algorithm>
#include <cstdint>

#include "search/alphabeta/parameters.h"

namespace tabiya {

namespace {

// Two sets of squares spread over the bits of one number; large odd factors do it well enough.
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return (a * 0x9E3779B97F4A7C15 ^ b * 0xC2B2AE3D27D4EB4F) * 0xD6E8FEB86659FD93;
}

std::uint64_t pieces_hash(const Position& position, Color color) {
  const auto of = [&](PieceType type) { return position.pieces(color, type).bits(); };
  return mixed(mixed(of(PieceType::Knight), of(PieceType::Bishop)),
               mixed(of(PieceType::Rook), of(PieceType::Queen)) + of(PieceType::King));
}

}  // namespace

CorrectionHistory::Slots CorrectionHistory::slots_of(const Position& position) {
  constexpr int shift = 64 - kSizeBits;
  const std::uint64_t pawns = mixed(position.pieces(Color::White, PieceType::Pawn).bits(),
                                    position.pieces(Color::Black, PieceType::Pawn).bits());
  return {pawns >> shift, pieces_hash(position, Color::White) >> shift,
          pieces_hash(position, Color::Black) >> shift};
}

Value CorrectionHistory::correction(const Position& position) const {
  const auto& parts = parts_[static_cast<std::size_t>(position.side_to_move())];
  const Slots slots = slots_of(position);
  int sum = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) sum += parts[i][slots[i]].value();
  return sum / parameters.correction_grain;
}

void CorrectionHistory::learn(const Position& position, Value error, int depth) {
  auto& parts = parts_[static_cast<std::size_t>(position.side_to_move())];
  const Slots slots = slots_of(position);
  const int bonus =
      std::clamp<int>(error * depth * parameters.correction_weight,
                      -parameters.correction_largest_step, parameters.correction_largest_step);
  for (std::size_t i = 0; i < slots.size(); ++i) parts[i][slots[i]].add(bonus);
}

}  // namespace tabiya
