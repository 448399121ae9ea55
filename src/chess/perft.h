// Perft: the number of move sequences of a given length. The standard measure of a move
// generator's correctness and speed. No results are cached.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace tabiya {

// For watching and ending a long count from another thread. Both are atomic and independent.
struct PerftWatch {
  std::atomic<bool> stop = false;        // set it: the count ends soon, and means nothing
  std::atomic<std::uint64_t> nodes = 0;  // counted so far
};

// Counts the moves of the last ply without playing them.
std::uint64_t perft(const Position&, int depth, PerftWatch* = nullptr);

// Plays every move of the last ply too: slower, and tries play() at the leaves.
std::uint64_t perft_playing_leaves(const Position&, int depth);

// Perft on several threads, with the count of each root move.
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
