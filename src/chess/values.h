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

// A score as UCI, PGN and people write it; from whose view depends on where it stands.
struct WrittenScore {
  bool is_mate = false;
  int value = 0;  // centipawns, or moves to mate: below zero for the side that is mated

  static constexpr WrittenScore centipawns(int value) { return {false, value}; }
  static constexpr WrittenScore mate(int moves) { return {true, moves}; }

  // From the mover's view to White's, and back.
  constexpr WrittenScore turned_for(Color mover) const {
    return {is_mate, mover == Color::White ? value : -value};
  }
  bool operator==(const WrittenScore&) const = default;
};

}  // namespace tabiya
