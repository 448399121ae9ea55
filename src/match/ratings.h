// Ratings of several engines from all games between them.
//
// The likeliest ratings in the Bradley–Terry model, where a draw is half a win; their mean is 0.
// Every pairing that met has one drawn game added, so that an engine which won or lost all its
// games has a finite rating.
#pragma once

#include <vector>

#include "match/results.h"

namespace tabiya {

struct Rating {
  double elo;    // above the mean of all
  double error;  // half the width of 95 % confidence
};

// One for each engine, in their order.
std::vector<Rating> rate(const MatchResults&);

}  // namespace tabiya
