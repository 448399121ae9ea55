// Random games: many positions that play can reach, the odd ones among them.
#pragma once

#include "base/random.h"
#include "chess/chess960.h"
#include "chess/movegen.h"
#include "chess/position.h"

namespace tabiya::test {

// Starts from standard chess, Chess960 and double Chess960 in turn.
inline Position random_start(Random& random) {
  switch (random.below(3)) {
    case 0:
      return Position::start();
    case 1:
      return random_chess960_start(random);
    default:
      return double_chess960_start(static_cast<int>(random.below(960)),
                                   static_cast<int>(random.below(960)));
  }
}

// Plays one game of at most `plies` random moves and calls visit(position, moves) before each
// move and once at its end, until it returns. Captures are picked less often than chance
// would, so that games last.
template <class Visit>
void random_game(Random& random, int plies, Visit visit) {
  Position position = random_start(random);
  for (int ply = 0; ply <= plies; ++ply) {
    const MoveList moves = legal_moves(position);
    visit(position, moves);
    if (moves.empty()) return;
    Move move = moves[random.below(moves.size())];
    if (!position.is_empty(move.to()) && random.below(2) == 0)
      move = moves[random.below(moves.size())];
    position.play(move);
  }
}

}  // namespace tabiya::test
