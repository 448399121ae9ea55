// The scale on which centipawns and mates share one number: what a search says and what a training
// record keeps, from the view of the player to move.
//
// A mate n half-moves away is worth kMateScore − n for who mates, and n − kMateScore for who is
// mated. Everything else stays below, so that it is never taken for a mate.
#pragma once

namespace tabiya {

inline constexpr int kMateScore = 32000;
inline constexpr int kLongestMatePlies = 1000;
inline constexpr int kHighestCentipawns = kMateScore - kLongestMatePlies - 1;

}  // namespace tabiya
