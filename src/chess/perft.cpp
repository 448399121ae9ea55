#include "chess/perft.h"

#include "chess/movegen.h"

namespace tabiya {

namespace {

// Subtrees below this depth take at most some milliseconds: they are not interrupted.
constexpr int kUninterrupted = 4;

// Makes the compiler believe that someone looks at all of the position.
inline void look_at(const Position& position) { asm volatile("" : : "r"(&position) : "memory"); }

}  // namespace

std::uint64_t perft(const Position& position, int depth, const std::atomic<bool>* stop) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position));
  if (depth > kUninterrupted && stop != nullptr && stop->load(std::memory_order_relaxed)) return 0;
  std::uint64_t nodes = 0;
  for (Move move : legal_moves(position)) {
    const Position next = position.after(move);
    // One call less for the great majority of positions.
    nodes += depth == 2 ? static_cast<std::uint64_t>(count_legal_moves(next))
                        : perft(next, depth - 1, stop);
  }
  return nodes;
}

std::uint64_t perft_playing_leaves(const Position& position, int depth) {
  if (depth <= 0) return 1;
  std::uint64_t nodes = 0;
  for (Move move : legal_moves(position)) {
    const Position next = position.after(move);
    look_at(next);
    nodes += depth == 1 ? 1 : perft_playing_leaves(next, depth - 1);
  }
  return nodes;
}

}  // namespace tabiya
