// What pieces are worth, and the scale of scores.
#pragma once

#include <array>
#include <cstddef>

#include "chess/piece.h"

namespace tabiya {

// As material is counted for people and for balanced openings. Searches and networks have values of
// their own, which are tuned or trained.
constexpr int centipawns_of(PieceType type) {
  constexpr std::array values{100, 325, 350, 500, 900, 0};
  return values[static_cast<std::size_t>(type)];
}

// Centipawns and mates share one number in what a search says and what a training record keeps,
// from the view of the player to move. A mate n half-moves away is worth kMateScore − n for the
// side that mates, and n − kMateScore for the other. Everything else stays below, so that it is
// never taken for a mate.

inline constexpr int kMateScore = 32000;
inline constexpr int kLongestMatePlies = 1000;
inline constexpr int kHighestCentipawns = kMateScore - kLongestMatePlies - 1;

}  // namespace tabiya
