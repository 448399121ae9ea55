// The arithmetic of training for one block of kNeuronBlock neurons, over a slice of a batch.
//
// Nothing here knows of threads: whoever runs blocks at the same time gets the same numbers as
// whoever runs them one after another, since blocks share nothing that they write.
#pragma once

#include <cstddef>
#include <span>

#include "dataset/scored_position.h"
#include "train/nnue/float_network.h"
#include "train/nnue/positions_by_feature.h"

namespace tabiya {

// What a block keeps of a position between the two passes: the sums of its neurons for the side to
// move, then for the opponent.
inline constexpr std::size_t kBlockSums = 2 * kNeuronBlock;

// The block's sums for every position, and what it adds to the output of every position.
// Preconditions: kBlockSums aligned numbers in `sums` and one in `outputs` for each position.
void forward_block(const FloatNetwork&, std::size_t block, std::span<const ScoredPosition>,
                   float* sums, float* outputs);

// The derivatives by all numbers that belong to the block, written over what `gradient` holds or,
// if `add`, added to it. `slopes` are those by the output of each position; the sums of
// forward_block() are used up.
void backward_block(const FloatNetwork&, std::size_t block, const PositionsByFeature&,
                    std::span<const float> slopes, float* sums, FloatNetwork& gradient, bool add);

}  // namespace tabiya
