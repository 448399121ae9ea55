// A move at the root of the search, with what is known about it.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/move.h"
#include "search/alphabeta/value.h"
#include "search/report.h"

namespace tabiya {

struct RootMove {
  Move move;
  Value value = -kInfinite;     // of this iteration; not known for moves that were not the best
  Value previous = -kInfinite;  // of the last iteration
  Bound bound = Bound::Exact;
  int selective_depth = 0;
  std::uint64_t nodes = 0;  // spent below it, in the whole search
  std::vector<Move> line;   // beginning with the move

  // The best first; those without a value stay as the last iteration left them.
  friend bool ranks_before(const RootMove& a, const RootMove& b) {
    return a.value != b.value ? a.value > b.value : a.previous > b.previous;
  }
};

}  // namespace tabiya
