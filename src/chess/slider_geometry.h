// Sliding pieces by walking the board step by step: slow, obvious, and usable at compile
// time. The tables are filled from this.
#pragma once

#include <array>

#include "chess/bitboard.h"

namespace tabiya::geometry {

struct Step {
  int files;
  int ranks;
};

inline constexpr std::array<Step, 4> kRookSteps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<Step, 4> kBishopSteps{{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

// The squares reached by leaving `square` in steps of `step`, up to and including the first
// blocker, at most `limit` steps.
constexpr Bitboard walk(Square square, Step step, Bitboard blockers, int limit = 7) {
  Bitboard reached;
  int file = index(file_of(square)) + step.files;
  int rank = index(rank_of(square)) + step.ranks;
  for (; limit > 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8; --limit) {
    const Bitboard here(std::uint64_t{1} << (rank * 8 + file));
    reached |= here;
    if (blockers.meets(here)) break;
    file += step.files;
    rank += step.ranks;
  }
  return reached;
}

template <std::size_t N>
constexpr Bitboard slide(Square square, Bitboard blockers, const std::array<Step, N>& steps,
                         int limit = 7) {
  Bitboard reached;
  for (Step step : steps) reached |= walk(square, step, blockers, limit);
  return reached;
}

// The squares whose occupation changes what a slider on `square` attacks: its lines without
// their last squares, since whatever stands there is attacked either way.
constexpr Bitboard relevant_blockers(Square square, const std::array<Step, 4>& steps) {
  Bitboard relevant;
  for (Step step : steps) {
    const Bitboard ray = walk(square, step, kNoSquares);
    for (Square s : ray)
      if (walk(s, step, kNoSquares).any()) relevant |= Bitboard(s);
  }
  return relevant;
}

}  // namespace tabiya::geometry
