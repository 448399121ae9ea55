// A move as its place among the legal moves of its position, in the order of Move::bits(): one
// byte, and whatever comes out of a file is a legal move.
#pragma once

#include <algorithm>
#include <cstddef>

#include "chess/move.h"
#include "chess/move_list.h"

namespace tabiya {

// How many of the moves come before this one.
inline std::size_t rank_of(Move move, const MoveList& legal) {
  std::size_t before = 0;
  for (const Move other : legal) before += other.bits() < move.bits();
  return before;
}

// The inverse; leaves the list in another order. Precondition: rank < legal.size().
inline Move move_of_rank(std::size_t rank, MoveList& legal) {
  Move* const nth = legal.begin() + rank;
  std::nth_element(legal.begin(), nth, legal.end(),
                   [](Move a, Move b) { return a.bits() < b.bits(); });
  return *nth;
}

inline void sort_by_rank(MoveList& legal) {
  std::sort(legal.begin(), legal.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
}

}  // namespace tabiya
