// Positions with something to learn: the side with more material, by three pawns at least, wins,
// and the best move takes the most valuable piece that can be taken.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "dataset/recorded_game.h"
#include "support/random_walk.h"

namespace tabiya::test {

inline int toy_worth(PieceType type) {
  constexpr int worth[] = {1, 3, 3, 5, 9, 0};
  return worth[index(type)];
}

inline int toy_material(const Position& position, Color color) {
  int sum = 0;
  for (int type = 0; type < 5; ++type)
    sum += toy_worth(static_cast<PieceType>(type)) *
           static_cast<int>(position.pieces(color, static_cast<PieceType>(type)).count());
  return sum;
}

// Games of one move each, from positions where something can be taken.
inline std::vector<RecordedGame> toy_games(std::size_t count, std::uint64_t seed) {
  std::vector<RecordedGame> games;
  Random random(seed);
  while (games.size() < count) {
    random_game(random, 120, [&](const Position& position, const MoveList& moves) {
      if (games.size() == count || random.below(4) != 0) return;
      const auto taken = [&](Move move) {
        const auto piece = position.piece_at(move.to());
        return piece && piece->color() != position.side_to_move() ? toy_worth(piece->type()) : 0;
      };
      const auto best = std::max_element(moves.begin(), moves.end(),
                                         [&](Move a, Move b) { return taken(a) < taken(b); });
      if (best == moves.end() || taken(*best) == 0) return;
      const Color mover = position.side_to_move();
      const int ahead = toy_material(position, mover) - toy_material(position, !mover);
      if (ahead > -3 && ahead < 3) return;
      RecordedGame game;
      game.start = position;
      game.variant = Variant::Chess960;
      game.moves.emplace_back();
      game.moves.back().move = *best;
      game.result.emplace();
      game.result->winner = ahead > 0 ? mover : !mover;
      games.push_back(std::move(game));
    });
  }
  return games;
}

}  // namespace tabiya::test
