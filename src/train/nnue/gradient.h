// How well a network does on positions, and in which direction it would do better.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_array.h"
#include "dataset/scored_position.h"
#include "train/nnue/block_pass.h"
#include "train/nnue/float_network.h"
#include "train/work_team.h"

namespace tabiya {

// Everything that a loss depends on besides network and positions.
struct LossShape {
  float blend = 0.5F;    // the share of the game's result in the target; the rest is the score
  float power = 2.0F;    // of the difference
  float scale = 400.0F;  // centipawns of an output of one
};

inline float sigmoid(float x) { return 1.0F / (1.0F + std::exp(-x)); }

// The expected result for the side to move, 0 to 1.
inline float target_of(const ScoredPosition& position, const LossShape& shape) {
  const float result = 0.5F * (static_cast<float>(position.result) + 1.0F);
  const float expected = sigmoid(static_cast<float>(position.score) / shape.scale);
  return shape.blend * result + (1.0F - shape.blend) * expected;
}

struct PositionLoss {
  float loss;
  float slope;  // its derivative by the network's output
};

inline PositionLoss loss_of(float output, const ScoredPosition& position, const LossShape& shape) {
  const float expected = sigmoid(output);
  const float difference = expected - target_of(position, shape);
  const float distance = std::abs(difference);
  const float by_expected =
      shape.power == 2.0F
          ? 2.0F * difference
          : std::copysign(shape.power * std::pow(distance, shape.power - 1.0F), difference);
  return {.loss = shape.power == 2.0F ? difference * difference : std::pow(distance, shape.power),
          .slope = by_expected * expected * (1.0F - expected)};
}

// Holds the memory for it. The numbers are the same for any number of threads, to the last bit:
// threads share out the neurons, and each neuron adds up the positions in their order.
class Gradient {
 public:
  Gradient(const NnueShape&, WorkTeam&);

  // The mean loss of these positions, and its derivatives by all numbers of the network.
  // Preconditions: there are positions, and the network has the shape.
  double compute(const FloatNetwork&, std::span<const ScoredPosition>, const LossShape&);
  const FloatNetwork& derivatives() const { return derivatives_; }

  // Only the loss, and leaves the derivatives as they are.
  double loss(const FloatNetwork&, std::span<const ScoredPosition>, const LossShape&);

  // What the network says. Precondition: as many outputs as positions.
  void outputs(const FloatNetwork&, std::span<const ScoredPosition>, std::span<float> outputs);

 private:
  // Batches are worked on in slices whose sums stay in the caches between the passes.
  static constexpr std::size_t kSlice = 1024;

  static constexpr std::size_t kPiece = 256;  // positions that a thread takes at once

  void forward(const FloatNetwork&, std::span<const ScoredPosition> slice, bool and_sort);
  void compare(const FloatNetwork&, std::span<const ScoredPosition> slice, const LossShape&,
               float weight);
  float* sums_of(std::size_t block) { return sums_.data() + block * kSlice * kBlockSumsHere; }
  float* outputs_of(std::size_t block) { return block_outputs_.data() + block * kSlice; }

  static constexpr std::size_t kBlockSumsHere = 2 * kNeuronBlock;

  WorkTeam& team_;
  FloatNetwork derivatives_;
  std::vector<PositionInputs> inputs_;            // [position]
  std::array<PositionsByFeature, 2> by_feature_;  // the side to move's, the opponent's
  AlignedArray<float> sums_;                      // [block][position][player][neuron]
  std::vector<float> block_outputs_;              // [block][position]
  std::vector<float> outputs_;                    // [position]
  std::vector<float> slopes_;                     // [position]
  std::vector<float> losses_;                     // [position]
};

}  // namespace tabiya
