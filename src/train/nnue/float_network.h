// The network of nnue/network_parts.h while it learns: the same layers in floating point, where 1
// is what quantised numbers call kQuantumA and quantum_b. Its activation is always the squared one.
//
// All numbers lie in one array, so that optimisers and checkpoints need to know nothing about
// layers. The feature layer is cut into blocks of neurons that lie together:
//
//   [block][feature][neuron of the block], [neuron] biases, [output][neuron] output weights (the
//   side to move's, then the opponent's), [output] output biases
//
// A block of the feature layer is small enough for a core's own cache, and threads that work on
// different blocks never meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/aligned_array.h"
#include "base/result.h"
#include "encode/features.h"
#include "nnue/network_parts.h"

namespace tabiya {

// A one of the feature layer, counted in quanta.
inline constexpr float kOneA = kQuantumA;

inline constexpr std::size_t kNeuronBlock = 32;
static_assert(kWidthStep % kNeuronBlock == 0);

// Weights of the feature layer stay within this, so that no quantised sum is beyond 16 bits.
inline constexpr float kHighestWeight = 1.98F;

// And output weights within this, so that quantised ones are at most kHighestSquaredWeight: the
// finer they are, the smaller they have to stay.
constexpr float highest_output_weight(const NnueShape& shape) {
  return kHighestWeight * kCoarseQuantumB / static_cast<float>(shape.quantum_b);
}

// What a new network is unless someone wants another.
inline constexpr NnueShape kNewNetwork{
    .width = 256, .mirrored = true, .outputs = kMostOutputs, .quantum_b = kFineQuantumB};

class FloatNetwork {
 public:
  // All zero. Precondition: a shape that network_parts.h allows.
  explicit FloatNetwork(const NnueShape&);
  FloatNetwork(FloatNetwork&&) noexcept = default;
  FloatNetwork& operator=(FloatNetwork&&) noexcept = default;

  // Ready to learn: small weights after He, so that sums neither vanish nor saturate. All outputs
  // begin alike, and a capture that leads from one to the next changes nothing yet.
  static FloatNetwork random(const NnueShape&, std::uint64_t seed);
  // The error says what training cannot do with these.
  static Result<FloatNetwork> from(const NetworkParts&);

  const NnueShape& shape() const { return shape_; }
  int width() const { return shape_.width; }
  std::size_t outputs() const { return static_cast<std::size_t>(shape_.outputs); }
  std::size_t blocks() const { return width_ / kNeuronBlock; }

  std::span<float> values() { return values_.span(); }
  std::span<const float> values() const { return values_.span(); }

  // Where the layers begin in values().
  std::size_t block_offset(std::size_t block) const { return block * kFeatures * kNeuronBlock; }
  std::size_t bias_offset() const { return kFeatures * width_; }
  std::size_t output_offset() const { return bias_offset() + width_; }
  std::size_t output_bias_offset() const { return output_offset() + outputs() * 2 * width_; }
  std::size_t weight_offset(std::size_t feature, std::size_t neuron) const {
    return block_offset(neuron / kNeuronBlock) + feature * kNeuronBlock + neuron % kNeuronBlock;
  }

  bool is_finite() const;

 private:
  NnueShape shape_;
  std::size_t width_;
  AlignedArray<float> values_;
};

// The nearest network of whole numbers, without name and notes. Precondition: network.is_finite().
NetworkParts quantized(const FloatNetwork& network, int scale);

}  // namespace tabiya
