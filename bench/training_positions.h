// Positions of random games in random order, with scores and results that mean nothing: for
// measuring how fast trainers are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "dataset/scored_position.h"

namespace tabiya {

inline std::vector<ScoredPosition> training_positions(std::size_t count) {
  Random random(1);
  std::vector<ScoredPosition> result;
  while (result.size() < 2 * count) {
    Position position = Position::start();
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      position.play(moves[random.below(moves.size())]);
      if (ply < 8) continue;
      ScoredPosition& scored = result.emplace_back();
      for (const std::uint16_t feature : active_features(position, FeatureOrder::SideToMove))
        scored.features[scored.count++] = feature;
      scored.score = static_cast<std::int16_t>(static_cast<int>(random.below(801)) - 400);
      scored.result = static_cast<std::int8_t>(static_cast<int>(random.below(3)) - 1);
    }
  }
  for (std::size_t i = result.size(); i > 1; --i) std::swap(result[i - 1], result[random.below(i)]);
  result.resize(count);
  return result;
}

}  // namespace tabiya
