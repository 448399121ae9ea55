#include "chess/perft.h"

#include "chess/movegen.h"

namespace tabiya {

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position));
  std::uint64_t nodes = 0;
  for (Move move : legal_moves(position)) nodes += perft(position.after(move), depth - 1);
  return nodes;
}

std::uint64_t perft_playing_leaves(const Position& position, int depth) {
  if (depth <= 0) return 1;
  std::uint64_t nodes = 0;
  for (Move move : legal_moves(position))
    nodes += perft_playing_leaves(position.after(move), depth - 1);
  return nodes;
}

}  // namespace tabiya
