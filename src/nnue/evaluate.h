// Scores of positions without a past, in centipawns from the side to move's view, within
// ±kHighestEvaluation. A search that plays move after move is faster with an AccumulatorStack, and
// gets the same scores.
#pragma once

#include <span>

#include "chess/position.h"
#include "nnue/network.h"

namespace tabiya {

int evaluate(const Network&, const Position&);

// Many at once; neighbours that differ little, as in a game, take less time.
// Precondition: as many scores as positions.
void evaluate(const Network&, std::span<const Position>, std::span<int> scores);

// The sums of the feature layer for both players, white's first: 2 * width aligned numbers.
void refresh(const Network&, const Position&, std::int16_t* sums);
// For one of them: width aligned numbers.
void refresh(const Network&, const Position&, Color player, std::int16_t* sums);

}  // namespace tabiya
