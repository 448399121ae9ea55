#include "openings/capture_search.h"

#include <algorithm>
#include <array>

#include "chess/movegen.h"

namespace tabiya {

namespace {

constexpr std::array<int, 6> kValue{100, 325, 350, 500, 900, 0};

int material(const Position& position) {
  const Color us = position.side_to_move();
  int sum = 0;
  for (const PieceType type : kPieceTypes)
    sum += kValue[static_cast<std::size_t>(type)] *
           (position.pieces(us, type).count() - position.pieces(!us, type).count());
  return sum;
}

int victim_value(const Position& position, Move move) {
  const auto victim = position.piece_at(move.to());
  return victim ? kValue[static_cast<std::size_t>(victim->type())] : kValue[0];
}

int search(const Position& position, int alpha, int beta) {
  const int standing = material(position);
  if (standing >= beta) return standing;
  alpha = std::max(alpha, standing);
  MoveList moves;
  legal_captures_and_promotions(position, moves);
  std::ranges::sort(moves, std::greater{}, [&](Move move) { return victim_value(position, move); });
  int best = standing;
  for (const Move move : moves) {
    best = std::max(best, -search(position.after(move), -beta, -alpha));
    alpha = std::max(alpha, best);
    if (alpha >= beta) break;
  }
  return best;
}

}  // namespace

Centipawns material_after_captures(const Position& position, Centipawns limit) {
  return {search(position, -limit.value - 1, limit.value + 1)};
}

}  // namespace tabiya
