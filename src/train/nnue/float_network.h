// The network of nnue/network_parts.h while it learns: the same layers in floating point, where 1
// is what quantised numbers call kQuantumA and kQuantumB. Its activation is always the squared one.
//
// All numbers lie in one array, so that optimisers and checkpoints need to know nothing about
// layers. The feature layer is cut into blocks of neurons that lie together:
//
//   [block][feature][neuron of the block], [neuron] biases, [neuron] output weights (the side to
//   move's, then the opponent's), the output bias
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

// A one in each layer, counted in quanta.
inline constexpr float kOneA = kQuantumA;
inline constexpr float kOneB = kQuantumB;

inline constexpr std::size_t kNeuronBlock = 32;
static_assert(kWidthStep % kNeuronBlock == 0);

// Weights stay within this, so that quantised ones are in range whatever they are: the output's up
// to kHighestSquaredWeight, and no sum of the feature layer beyond 16 bits.
inline constexpr float kHighestWeight = 1.98F;

class FloatNetwork {
 public:
  // All zero. Precondition: a width that network_parts.h allows.
  explicit FloatNetwork(int width);
  FloatNetwork(FloatNetwork&&) noexcept = default;
  FloatNetwork& operator=(FloatNetwork&&) noexcept = default;

  // Ready to learn: small weights after He, so that sums neither vanish nor saturate.
  static FloatNetwork random(int width, std::uint64_t seed);
  // The error says what training cannot do with these.
  static Result<FloatNetwork> from(const NetworkParts&);

  int width() const { return static_cast<int>(width_); }
  std::size_t blocks() const { return width_ / kNeuronBlock; }

  std::span<float> values() { return values_.span(); }
  std::span<const float> values() const { return values_.span(); }

  // Where the layers begin in values().
  std::size_t block_offset(std::size_t block) const { return block * kFeatures * kNeuronBlock; }
  std::size_t bias_offset() const { return kFeatures * width_; }
  std::size_t output_offset() const { return bias_offset() + width_; }
  std::size_t output_bias_offset() const { return output_offset() + 2 * width_; }
  std::size_t weight_offset(std::size_t feature, std::size_t neuron) const {
    return block_offset(neuron / kNeuronBlock) + feature * kNeuronBlock + neuron % kNeuronBlock;
  }

  bool is_finite() const;

 private:
  std::size_t width_;
  AlignedArray<float> values_;
};

// The nearest network of whole numbers, without name and notes. Precondition: network.is_finite().
NetworkParts quantized(const FloatNetwork& network, int scale);

}  // namespace tabiya
