// Perft: the number of move sequences of a given length. The standard measure of a move
// generator's correctness and speed. No results are cached.
#pragma once

#include <atomic>
#include <cstdint>

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

}  // namespace tabiya
