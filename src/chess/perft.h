// Perft: the number of move sequences of a given length. The standard measure of a move
// generator's correctness and speed. No results are cached.
#pragma once

#include <atomic>
#include <cstdint>

#include "chess/position.h"

namespace tabiya {

// Counts the moves of the last ply without playing them. When `stop` becomes true it returns
// soon, with a number that means nothing.
std::uint64_t perft(const Position&, int depth, const std::atomic<bool>* stop = nullptr);

// Plays every move of the last ply too: slower, and tries play() at the leaves.
std::uint64_t perft_playing_leaves(const Position&, int depth);

}  // namespace tabiya
