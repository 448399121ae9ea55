// Choosing a move at the root otherwise than by search: at random for self-play, or without a
// network.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/random.h"
#include "chess/position.h"
#include "search/search.h"

namespace tabiya {

// Random shares that add up to one, sampled from the symmetric Dirichlet distribution: mixed with
// the root's priors they make self-play explore. Precondition: alpha > 0.
std::vector<float> dirichlet_noise(std::size_t count, float alpha, Random&);

// A move sampled with a probability proportional to visits^(1/temperature); 0: the best.
// Precondition: not empty.
Move sample_move(std::span<const MoveStatistics>, float temperature, Random&);

// A move to play when nothing was searched: the network has failed, or was not given the time to
// answer once. Mates if that is possible in one move; otherwise takes what can be had and leaves
// nothing to be taken, as far as one reply shows. Precondition: the moves are legal, and there is
// one.
Move move_without_search(const Position&, std::span<const Move>);

}  // namespace tabiya
