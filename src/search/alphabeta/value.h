// Scores as the search computes with them: plain integers, with mates counted from the root.
//
// A mate found n plies below the root is worth kMateValue − n, so that quicker ones are preferred.
// The transposition table holds them counted from the position itself, which several roots may
// share.
#pragma once

#include <cstdlib>

#include "search/score.h"

namespace tabiya {

using Value = int;

inline constexpr int kMaxPly = 250;  // deepest node of a search, seen from the root

inline constexpr Value kMateValue = Score::kMate;
inline constexpr Value kInfinite = kMateValue + 1;
inline constexpr Value kNoValue = kMateValue + 2;  // "not computed"
inline constexpr Value kTablebaseValue =
    Score::tablebase_win().centipawns();                       // won by the tablebases, at the root
inline constexpr Value kDecisive = kTablebaseValue - kMaxPly;  // this and above: known to be won
inline constexpr Value kMateSeen = kMateValue - kMaxPly;       // this and above: a forced mate

static_assert(kTablebaseValue < kMateSeen);
static_assert(kMaxPly < Score::kLongestMate);

constexpr Value mates_at(int ply) { return kMateValue - ply; }
constexpr Value mated_at(int ply) { return ply - kMateValue; }

constexpr bool is_decisive(Value value) { return std::abs(value) >= kDecisive; }
constexpr bool is_loss(Value value) { return value <= -kDecisive; }
constexpr bool is_win(Value value) { return value >= kDecisive; }

constexpr Value to_table(Value value, int ply) {
  if (is_win(value)) return value + ply;
  if (is_loss(value)) return value - ply;
  return value;
}

constexpr Value from_table(Value value, int ply) {
  if (value == kNoValue) return kNoValue;
  if (is_win(value)) return value - ply;
  if (is_loss(value)) return value + ply;
  return value;
}

constexpr Score to_score(Value value) {
  if (value >= kMateSeen) return Score::mate_in_plies(kMateValue - value);
  if (value <= -kMateSeen) return Score::mated_in_plies(kMateValue + value);
  return Score::centipawns(value);
}

}  // namespace tabiya
