#include "train/nnue/block_pass.h"

namespace tabiya {

namespace {

// Floats that are computed with at once, in whatever instructions the processor has.
//
// The compilers' own vectors rather than a library: one AVX-512 or AVX register, or two SSE
// registers, with the same rounding each way, so that a network learns the same on every processor.
#ifdef __AVX512F__
constexpr std::size_t kLanes = 16;
#else
constexpr std::size_t kLanes = 8;
#endif

// May stand for floats in memory that belong to any array.
using Lanes [[gnu::vector_size(kLanes * sizeof(float)), gnu::may_alias]] = float;
// For sums over neurons, whose order must be the same whatever the registers.
using Eight [[gnu::vector_size(8 * sizeof(float)), gnu::may_alias]] = float;

// In memory that begins on a multiple of 64 bytes. By reference, since vectors as arguments and
// results would be passed differently by code for different processors.
const Lanes& lanes_at(const float* memory) { return *reinterpret_cast<const Lanes*>(memory); }
Lanes& lanes_at(float* memory) { return *reinterpret_cast<Lanes*>(memory); }
const Eight& eight_at(const float* memory) { return *reinterpret_cast<const Eight*>(memory); }

// Always added in this order.
float sum_of(const Eight& lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) +
         ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

constexpr std::size_t kParts = kNeuronBlock / kLanes;

struct Sums {
  Lanes parts[kParts];
};

void add(Sums& sums, const float* row) {
  for (std::size_t part = 0; part < kParts; ++part)
    sums.parts[part] += lanes_at(row + part * kLanes);
}

void store(const Sums& sums, float* memory) {
  for (std::size_t part = 0; part < kParts; ++part)
    lanes_at(memory + part * kLanes) = sums.parts[part];
}

Sums loaded(const float* memory) {
  Sums sums;
  for (std::size_t part = 0; part < kParts; ++part)
    sums.parts[part] = lanes_at(memory + part * kLanes);
  return sums;
}

// From sums to their slopes, in place, for one player's half of a position. On the way it counts
// the slopes of the output weights and of the biases.
void turn_into_slopes(float* half, float slope, const float* output_weights, float* weight_slopes,
                      Sums& bias_slopes) {
  for (std::size_t part = 0; part < kParts; ++part) {
    Lanes& place = lanes_at(half + part * kLanes);
    const Lanes sum = place;
    const Lanes zero = {};
    const Lanes one = zero + 1.0F;
    const Lanes positive = sum > zero ? sum : zero;
    const Lanes value = positive < one ? positive : one;
    lanes_at(weight_slopes + part * kLanes) += slope * (value * value);
    const Lanes steep = (2.0F * slope) * (lanes_at(output_weights + part * kLanes) * value);
    const Lanes result = sum < one ? steep : zero;
    place = result;
    bias_slopes.parts[part] += result;
  }
}

// What eight neurons add to an output: the squares of their sums, as far as these are between 0 and
// 1, times the weights.
void add_squares(Eight& output, const float* sums, const float* weights) {
  const Eight zero = {};
  const Eight one = zero + 1.0F;
  const Eight positive = eight_at(sums) > zero ? eight_at(sums) : zero;
  const Eight value = positive < one ? positive : one;
  output += value * value * eight_at(weights);
}

}  // namespace

void forward_block(const FloatNetwork& network, std::size_t block,
                   std::span<const PositionInputs> positions, float* sums, float* outputs) {
  const float* const values = network.values().data();
  const float* const rows = values + network.block_offset(block);
  const Sums biases = loaded(values + network.bias_offset() + block * kNeuronBlock);
  const auto width = static_cast<std::size_t>(network.width());
  const float* const weights = values + network.output_offset() + block * kNeuronBlock;
  for (const PositionInputs& position : positions) {
    const float* const own_weights = weights + std::size_t{position.output} * 2 * width;
    const float* const other_weights = own_weights + width;
    Sums own = biases;
    Sums other = biases;
    for (std::size_t i = 0; i < position.count; ++i) {
      add(own, rows + position.own[i] * kNeuronBlock);
      add(other, rows + position.other[i] * kNeuronBlock);
    }
    store(own, sums);
    store(other, sums + kNeuronBlock);

    Eight output = {};
    for (std::size_t i = 0; i < kNeuronBlock; i += 8) {
      add_squares(output, sums + i, own_weights + i);
      add_squares(output, sums + kNeuronBlock + i, other_weights + i);
    }
    sums += kBlockSums;
    *outputs++ = sum_of(output);
  }
}

void backward_block(const FloatNetwork& network, std::size_t block,
                    std::span<const PositionInputs> positions,
                    const std::array<PositionsByFeature, 2>& by_feature,
                    std::span<const float> slopes, float* sums, FloatNetwork& gradient,
                    bool add_to_it) {
  const auto width = static_cast<std::size_t>(network.width());
  const std::size_t biases = network.bias_offset() + block * kNeuronBlock;
  const std::size_t weights = network.output_offset() + block * kNeuronBlock;
  const float* const values = network.values().data();
  float* const results = gradient.values().data();
  const auto before = [&](const float* memory) { return add_to_it ? loaded(memory) : Sums{}; };

  if (!add_to_it)
    for (std::size_t half = 0; half < 2 * network.outputs(); ++half)
      store(Sums{}, results + weights + half * width);
  Sums bias_slopes = before(results + biases);
  float* place = sums;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    const std::size_t own = weights + std::size_t{positions[i].output} * 2 * width;
    const std::size_t other = own + width;
    turn_into_slopes(place, slopes[i], values + own, results + own, bias_slopes);
    turn_into_slopes(place + kNeuronBlock, slopes[i], values + other, results + other, bias_slopes);
    place += kBlockSums;
  }
  store(bias_slopes, results + biases);

  // A weight's slope is the sum of the slopes of all sums it went into. Added up feature by feature
  // it stays in registers; position by position, every row would be read and written each time.
  float* row = results + network.block_offset(block);
  for (std::size_t feature = 0; feature < kFeatures; ++feature) {
    Sums slope = before(row);
    for (const std::size_t number : by_feature[0].having(feature))
      add(slope, sums + number * kBlockSums);
    for (const std::size_t number : by_feature[1].having(feature))
      add(slope, sums + number * kBlockSums + kNeuronBlock);
    store(slope, row);
    row += kNeuronBlock;
  }
}

}  // namespace tabiya
