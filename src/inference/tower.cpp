#include "inference/tower.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/result.h"
#include "base/text.h"
#include "chess/square.h"
#include "encode/planes.h"

namespace tabiya {

namespace {

constexpr int kMostBlocks = 64;
constexpr int kFewestChannels = 8;
constexpr int kMostChannels = 1024;
constexpr std::int64_t kMostWeights = 200'000'000;  // ONNX files end at 2 GB
constexpr int kUnderpromotions = 9;                 // three pieces, three directions
constexpr int kChances = 3;

std::vector<float> zeros(int count) { return std::vector<float>(static_cast<std::size_t>(count)); }

Convolution convolution(int out, int in, int size) {
  return {out, in, size, zeros(out * in * size * size), zeros(out)};
}

Dense dense(int out, int in) { return {out, in, zeros(out * in), zeros(out)}; }

template <class Weights, class Visit>
void for_each_layer(Weights& tower, Visit visit) {
  visit(tower.input);
  for (auto& block : tower.blocks) {
    visit(block.first);
    visit(block.second);
  }
  visit(tower.policy);
  visit(tower.query);
  visit(tower.key);
  visit(tower.underpromotion);
  visit(tower.value);
  visit(tower.value_hidden);
  visit(tower.value_output);
}

int inputs_of(const Convolution& layer) { return layer.in * layer.size * layer.size; }
int inputs_of(const Dense& layer) { return layer.in; }

// Uniform instead of He's normal distribution, of the same variance: exact on every machine.
template <class Layer>
void fill(Layer& layer, Random& random, float gain) {
  const float limit = gain * std::sqrt(3.0F / static_cast<float>(inputs_of(layer)));
  for (float& weight : layer.weights) {
    const auto sample = static_cast<std::int32_t>(random.below(1U << 24)) - (1 << 23);
    weight = limit * static_cast<float>(sample) / static_cast<float>(1 << 23);
  }
}

}  // namespace

int TowerShape::planes() const { return (planes_for(history) + 3) / 4 * 4; }

std::string TowerShape::name() const { return fmt::format("{}x{}", blocks, channels); }

Result<TowerShape> TowerShape::named(std::string_view name, int history) {
  if (history < 1 || history > kMostHistory)
    return failure("a network sees 1 to {} positions of the past, not {}", kMostHistory, history);
  const std::size_t x = name.find('x');
  if (x == std::string_view::npos)
    return failure("\"{}\" is not the size of a network; write blocks and channels as in 6x128",
                   name);
  const auto blocks = number_from<int>(name.substr(0, x));
  const auto channels = number_from<int>(name.substr(x + 1));
  if (!blocks || !channels || *blocks < 1 || *blocks > kMostBlocks || *channels < kFewestChannels ||
      *channels > kMostChannels || *channels % kFewestChannels != 0)
    return failure(
        "\"{}\" is not the size of a network: 1 to {} blocks, and as channels a "
        "multiple of {} up to {}, as in 6x128",
        name, kMostBlocks, kFewestChannels, kMostChannels);
  if (const std::int64_t weights = std::int64_t{18} * *blocks * *channels * *channels;
      weights > kMostWeights)
    return failure(
        "a network of {} would have {} million weights; at most {} "
        "are possible",
        name, weights / 1'000'000, kMostWeights / 1'000'000);
  return TowerShape{.history = history,
                    .blocks = *blocks,
                    .channels = *channels,
                    .policy_channels = *channels,
                    .attention_depth = std::clamp(*channels / 2, 8, 64),
                    .value_channels = std::clamp(*channels / 4, 8, 32),
                    .value_neurons = std::clamp(*channels, 16, 128)};
}

TowerWeights zero_tower(const TowerShape& shape) {
  TowerWeights tower;
  tower.shape = shape;
  tower.input = convolution(shape.channels, shape.planes(), 3);
  for (int block = 0; block < shape.blocks; ++block)
    tower.blocks.push_back({convolution(shape.channels, shape.channels, 3),
                            convolution(shape.channels, shape.channels, 3)});
  tower.policy = convolution(shape.policy_channels, shape.channels, 1);
  tower.query = convolution(shape.attention_depth, shape.policy_channels, 1);
  tower.key = convolution(shape.attention_depth, shape.policy_channels, 1);
  tower.underpromotion = convolution(kUnderpromotions, shape.policy_channels, 1);
  tower.value = convolution(shape.value_channels, shape.channels, 1);
  tower.value_hidden = dense(shape.value_neurons, shape.value_channels * kSquares);
  tower.value_output = dense(kChances, shape.value_neurons);
  return tower;
}

TowerWeights random_tower(const TowerShape& shape, std::uint64_t seed) {
  // Before a relu, which halves the variance, and before none.
  const float rectified = std::sqrt(2.0F);
  const float linear = 1;
  // Each block adds to what came before it: so little that all together about double it.
  const float added = rectified / std::sqrt(static_cast<float>(shape.blocks));

  TowerWeights tower = zero_tower(shape);
  Random random(seed);
  for_each_layer(tower, [&](auto& layer) { fill(layer, random, rectified); });
  for (TowerWeights::Block& block : tower.blocks) fill(block.second, random, added);
  for (Convolution* layer : {&tower.query, &tower.key, &tower.underpromotion})
    fill(*layer, random, linear);
  fill(tower.value_output, random, linear);
  return tower;
}

float plane_scale(int history, int plane) {
  const int of_present = plane - kPlanesOfStep * history;
  constexpr int half_move_clock = 4;
  constexpr int move_number = 5;
  return of_present == half_move_clock || of_present == move_number ? 0.01F : 1.0F;
}

std::size_t parameters(const TowerWeights& tower) {
  std::size_t count = 0;
  for_each_layer(tower,
                 [&](const auto& layer) { count += layer.weights.size() + layer.biases.size(); });
  return count;
}

}  // namespace tabiya
