// The moves a search has to choose from.
#pragma once

#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "search/limits.h"

namespace tabiya {

class Tablebases;

// Those asked for, or all; with tablebases only those that keep the best result.
std::vector<Move> root_moves(const Position&, const SearchLimits&, const Tablebases*);

}  // namespace tabiya
