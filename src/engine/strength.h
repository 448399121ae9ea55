// Playing weaker than possible, and weak as people are.
//
// A person of some strength looks a few half-moves ahead, at some moves only with a glance and at
// others not at all, and judges what they see with small errors. So does this: the search tells
// what each root move was worth at each depth; a horizon is drawn, shorter for some moves, and a
// move counts as much as it did at that depth, give or take an error. Long tactics are beyond the
// horizon and are overlooked, mates sooner than material; a mate in one almost never is. Whoever is
// taken takes back: a recapture is always seen, and judged with care.
//
// None of it depends on time: the same strength on a slow machine and on a fast one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "chess/move.h"
#include "search/report.h"
#include "search/score.h"

namespace tabiya {

// The scale of chess ratings: 1400 is someone who plays now and then, 2500 a grandmaster.
enum class Elo : int {};

inline constexpr Elo kLowestElo{600};
inline constexpr Elo kHighestElo{2800};

// What the search may use, and how wrong the choice among its moves may be.
struct Strength {
  int depth;            // for the search
  std::uint64_t nodes;  // for the search
  int candidates;       // how many root moves it shall judge
  double horizon;       // half-moves looked ahead on the average
  double error;         // of a judgement, centipawns: the mean of its absolute value
  double blindness;     // share of moves that are not seen at all
};

// Ratings outside the limits count as the nearest one inside.
Strength strength_of(Elo);

// A root move as the search has judged it.
struct Candidate {
  Move move;
  std::vector<Score> by_depth{};  // [0] is its score at depth 1; not empty
  bool obvious = false;           // takes back what has just taken
};

// The number of the move that a player of this strength makes. Precondition: there is one.
std::size_t choose(std::span<const Candidate>, const Strength&, Random&);

}  // namespace tabiya
