// The arithmetic of training for one block of kNeuronBlock neurons, over a slice of a batch.
//
// Nothing here knows of threads: blocks that run at the same time give the same numbers as blocks
// that run one after another, since they share nothing that they write.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "train/nnue/float_network.h"
#include "train/nnue/position_inputs.h"

namespace tabiya {

// For every feature, the positions in which a player has it: the way back from the sums of a layer
// to its weights.
class PositionsByFeature {
 public:
  static constexpr std::size_t kMostPositions = 1 << 16;

  // Takes the place of what was there. Precondition: at most kMostPositions.
  void sort(std::span<const PositionInputs> positions, std::size_t player) {
    std::array<std::uint32_t, kFeatures + 1> next{};
    for (const PositionInputs& position : positions)
      for (const std::uint16_t feature : position.of(player)) ++next[feature + 1U];
    for (std::size_t feature = 0; feature < kFeatures; ++feature)
      next[feature + 1] += next[feature];
    begin_ = next;
    numbers_.resize(next[kFeatures]);
    for (std::size_t number = 0; number < positions.size(); ++number)
      for (const std::uint16_t feature : positions[number].of(player))
        numbers_[next[feature]++] = static_cast<std::uint16_t>(number);
  }

  // Their numbers in what was sorted, ascending.
  std::span<const std::uint16_t> having(std::size_t feature) const {
    return std::span(numbers_).subspan(begin_[feature], begin_[feature + 1] - begin_[feature]);
  }

 private:
  std::array<std::uint32_t, kFeatures + 1> begin_{};
  std::vector<std::uint16_t> numbers_;
};

// What a block keeps of a position between the two passes: the sums of its neurons for the side to
// move, then for the opponent.
inline constexpr std::size_t kBlockSums = 2 * kNeuronBlock;

// The block's sums for every position, and what it adds to the output of every position.
// Preconditions: kBlockSums aligned numbers in `sums` and one in `outputs` for each position.
void forward_block(const FloatNetwork&, std::size_t block, std::span<const PositionInputs>,
                   float* sums, float* outputs);

// The derivatives by all numbers that belong to the block, written over what `gradient` holds or,
// if `add`, added to it. `by_feature` has the side to move's positions, then the opponent's;
// `slopes` are those by the output of each position; the sums of forward_block() are used up.
void backward_block(const FloatNetwork&, std::size_t block, std::span<const PositionInputs>,
                    const std::array<PositionsByFeature, 2>& by_feature,
                    std::span<const float> slopes, float* sums, FloatNetwork& gradient, bool add);

}  // namespace tabiya
