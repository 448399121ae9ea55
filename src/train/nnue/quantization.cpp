#include "train/nnue/quantization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/aligned_array.h"
#include "train/nnue/gradient.h"
#include "train/nnue/position_inputs.h"

namespace tabiya {

namespace {

constexpr int kMostPasses = 30;

// The range in which trained weights are, too.
int highest_quanta(const NnueShape& shape) {
  return static_cast<int>(highest_output_weight(shape) * static_cast<float>(shape.quantum_b)) + 1;
}

// What the neurons of the whole-number network pass on, 1 being the most: [neuron][position], the
// side to move's neurons first.
std::vector<float> activations(const NetworkParts& parts,
                               std::span<const ScoredPosition> positions) {
  const auto width = static_cast<std::size_t>(parts.shape.width);
  std::vector<float> result(2 * width * positions.size());
  std::vector<int> sums(width);
  for (std::size_t p = 0; p < positions.size(); ++p) {
    const PositionInputs inputs = inputs_of(positions[p], parts.shape);
    for (std::size_t player = 0; player < 2; ++player) {
      sums.assign(parts.feature_biases.begin(), parts.feature_biases.end());
      for (const std::size_t feature : inputs.of(player)) {
        const std::int16_t* const row = parts.feature_weights.data() + feature * width;
        for (std::size_t neuron = 0; neuron < width; ++neuron) sums[neuron] += row[neuron];
      }
      for (std::size_t neuron = 0; neuron < width; ++neuron) {
        const float value =
            static_cast<float>(std::clamp(sums[neuron], 0, kQuantumA)) / float{kQuantumA};
        result[(player * width + neuron) * positions.size() + p] = value * value;
      }
    }
  }
  return result;
}

// Least squares in whole steps, for one output. Differences count as much as they change the
// expected result: ten centipawns matter in an equal position and not in a won one.
class OutputFit {
 public:
  OutputFit(const NnueShape& shape, std::span<std::int16_t> output_weights,
            std::int32_t& output_bias, std::vector<float> inputs, std::span<const float> wanted)
      : one_b_(static_cast<float>(shape.quantum_b)),
        highest_(highest_quanta(shape)),
        output_weights_(output_weights),
        output_bias_(output_bias),
        inputs_(std::move(inputs)),
        missing_(wanted.begin(), wanted.end()),
        weights_(wanted.size()) {
    for (std::size_t p = 0; p < wanted.size(); ++p) {
      const float expected = sigmoid(wanted[p]);
      weights_[p] = expected * (1.0F - expected) + 1e-4F;
      missing_[p] -= static_cast<float>(output_bias) / (float{kQuantumA} * one_b_);
    }
    for (std::size_t n = 0; n < output_weights_.size(); ++n)
      take_away(n, static_cast<float>(output_weights_[n]) / one_b_);
  }

  void run() {
    for (int pass = 0; pass < kMostPasses; ++pass) {
      move_bias();
      bool moved = false;
      for (std::size_t n = 0; n < output_weights_.size(); ++n) moved |= move_weight(n);
      if (!moved) break;
    }
    move_bias();
  }

 private:
  const float* inputs_of(std::size_t neuron) const {
    return inputs_.data() + neuron * missing_.size();
  }
  void take_away(std::size_t neuron, float weight) {
    const float* const input = inputs_of(neuron);
    for (std::size_t p = 0; p < missing_.size(); ++p) missing_[p] -= weight * input[p];
  }

  bool move_weight(std::size_t neuron) {
    const float* const input = inputs_of(neuron);
    double wanted = 0;
    double effect = 0;
    for (std::size_t p = 0; p < missing_.size(); ++p) {
      const float weighted = weights_[p] * input[p];
      wanted += double{weighted * missing_[p]};
      effect += double{weighted * input[p]};
    }
    if (effect <= 0) return false;  // a neuron that never does anything
    const double quanta = std::clamp(std::round(wanted / effect * double{one_b_}), -8.0, 8.0);
    const int before = output_weights_[neuron];
    const int after = std::clamp(before + static_cast<int>(quanta), -highest_, highest_);
    if (after == before) return false;
    output_weights_[neuron] = static_cast<std::int16_t>(after);
    take_away(neuron, static_cast<float>(after - before) / one_b_);
    return true;
  }

  void move_bias() {
    const double one = double{kQuantumA} * double{one_b_};
    double wanted = 0;
    double effect = 0;
    for (std::size_t p = 0; p < missing_.size(); ++p) {
      wanted += double{weights_[p] * missing_[p]};
      effect += double{weights_[p]};
    }
    const auto quanta = static_cast<std::int32_t>(std::lround(wanted / effect * one));
    output_bias_ += quanta;
    const auto moved = static_cast<float>(quanta / one);
    for (float& missing : missing_) missing -= moved;
  }

  float one_b_;
  int highest_;
  std::span<std::int16_t> output_weights_;
  std::int32_t& output_bias_;
  std::vector<float> inputs_;
  std::vector<float> missing_;  // wanted outputs less those of the parts as they are
  std::vector<float> weights_;
};

// The first of the positions that an output scores.
std::vector<ScoredPosition> scored_by(std::size_t output, const NnueShape& shape,
                                      std::span<const ScoredPosition> positions) {
  std::vector<ScoredPosition> result;
  for (const ScoredPosition& position : positions)
    if (result.size() < kMostFitPositions &&
        static_cast<std::size_t>(shape.output_for(position.count)) == output)
      result.push_back(position);
  return result;
}

}  // namespace

NetworkParts fitted_quantized(const FloatNetwork& network, int scale,
                              std::span<const ScoredPosition> positions, WorkTeam& team) {
  NetworkParts parts = quantized(network, scale);
  const std::size_t weights = 2 * static_cast<std::size_t>(network.width());
  Gradient gradient(network.shape(), team);
  std::vector<std::vector<ScoredPosition>> groups;
  std::vector<std::vector<float>> wanted;
  for (std::size_t output = 0; output < network.outputs(); ++output) {
    const auto& group = groups.emplace_back(scored_by(output, network.shape(), positions));
    gradient.outputs(network, group, wanted.emplace_back(group.size()));
  }
  team.share(network.outputs(), [&](std::size_t output) {
    // With fewer positions than weights, a fit would learn them by heart.
    if (groups[output].size() < 4 * weights) return;
    OutputFit(network.shape(), std::span(parts.output_weights).subspan(output * weights, weights),
              parts.output_biases[output], activations(parts, groups[output]), wanted[output])
        .run();
  });
  return parts;
}

int score_of(const Network& network, const ScoredPosition& position) {
  const auto width = static_cast<std::size_t>(network.width());
  const PositionInputs inputs = inputs_of(position, network.shape());
  AlignedArray<std::int16_t> sums(2 * width);
  std::array<Row, 32> rows{};
  for (std::size_t player = 0; player < 2; ++player) {
    std::ranges::transform(inputs.of(player), rows.begin(),
                           [&](std::uint16_t feature) { return network.row(feature); });
    network.kernels().change(network.biases(), sums.data() + player * width, {},
                             std::span(rows).first(position.count), width);
  }
  return network.score(sums.data(), sums.data() + width, position.count);
}

QuantizationLoss quantization_loss(const FloatNetwork& exact, const Network& network,
                                   std::span<const ScoredPosition> positions, WorkTeam& team) {
  QuantizationLoss loss{.positions = positions.size()};
  if (positions.empty()) return loss;
  std::vector<float> outputs(positions.size());
  Gradient(exact.shape(), team).outputs(exact, positions, outputs);
  constexpr double kHighest = kHighestEvaluation;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double wanted = std::clamp(double{outputs[i]} * network.scale(), -kHighest, kHighest);
    const double difference = std::abs(wanted - score_of(network, positions[i]));
    loss.mean += difference;
    loss.worst = std::max(loss.worst, difference);
  }
  loss.mean /= static_cast<double>(positions.size());
  return loss;
}

}  // namespace tabiya
