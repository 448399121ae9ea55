// Perft on several threads, with the count of each root move.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace tabiya {

struct PerftSplit {
  struct RootMove {
    Move move;
    std::uint64_t nodes;
  };
  std::vector<RootMove> moves;  // in the order of legal_moves()
  std::uint64_t nodes = 0;
  bool complete = true;  // false if it was stopped; the counts then mean nothing
};

struct PerftProgress {
  std::uint64_t tasks_done;
  std::uint64_t tasks;
  std::uint64_t nodes;  // counted so far
};

// Asks `go_on` about ten times a second, on the calling thread, whether to go on.
// Preconditions: depth >= 1, threads >= 1.
PerftSplit parallel_perft(const Position&, int depth, int threads,
                          const std::function<bool(const PerftProgress&)>& go_on);

}  // namespace tabiya
