#include "train/nnue/quantization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/aligned_array.h"
#include "train/nnue/gradient.h"

namespace tabiya {

namespace {

constexpr int kMostPasses = 30;
// The range in which trained weights are, too.
constexpr int kHighestQuanta = static_cast<int>(kHighestWeight * kOneB) + 1;
static_assert(kHighestQuanta <= kHighestSquaredWeight);

// What the neurons of the whole-number network pass on, 1 being the most: [neuron][position], the
// side to move's neurons first.
std::vector<float> activations(const NetworkParts& parts,
                               std::span<const ScoredPosition> positions) {
  const auto width = static_cast<std::size_t>(parts.width);
  std::vector<float> result(2 * width * positions.size());
  std::vector<int> sums(width);
  for (std::size_t p = 0; p < positions.size(); ++p) {
    const ScoredPosition& position = positions[p];
    for (std::size_t player = 0; player < 2; ++player) {
      sums.assign(parts.feature_biases.begin(), parts.feature_biases.end());
      for (std::size_t i = 0; i < position.count; ++i) {
        const std::size_t feature =
            player == 0 ? position.features[i] : seen_by_opponent(position.features[i]);
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

// Least squares in whole steps. Differences count as much as they change the expected result: ten
// centipawns matter in an equal position and not in a won one.
class OutputFit {
 public:
  OutputFit(NetworkParts& parts, std::vector<float> inputs, std::span<const float> wanted)
      : parts_(parts),
        inputs_(std::move(inputs)),
        missing_(wanted.begin(), wanted.end()),
        weights_(wanted.size()) {
    for (std::size_t p = 0; p < wanted.size(); ++p) {
      const float expected = sigmoid(wanted[p]);
      weights_[p] = expected * (1.0F - expected) + 1e-4F;
      missing_[p] -= static_cast<float>(parts.output_bias) / (float{kQuantumA} * kOneB);
    }
    for (std::size_t n = 0; n < parts.output_weights.size(); ++n)
      take_away(n, static_cast<float>(parts.output_weights[n]) / kOneB);
  }

  void run() {
    for (int pass = 0; pass < kMostPasses; ++pass) {
      move_bias();
      bool moved = false;
      for (std::size_t n = 0; n < parts_.output_weights.size(); ++n) moved |= move_weight(n);
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
    const double quanta = std::clamp(std::round(wanted / effect * double{kOneB}), -8.0, 8.0);
    const int before = parts_.output_weights[neuron];
    const int after =
        std::clamp(before + static_cast<int>(quanta), -kHighestQuanta, kHighestQuanta);
    if (after == before) return false;
    parts_.output_weights[neuron] = static_cast<std::int16_t>(after);
    take_away(neuron, static_cast<float>(after - before) / kOneB);
    return true;
  }

  void move_bias() {
    constexpr double kOne = double{kQuantumA} * kQuantumB;
    double wanted = 0;
    double effect = 0;
    for (std::size_t p = 0; p < missing_.size(); ++p) {
      wanted += double{weights_[p] * missing_[p]};
      effect += double{weights_[p]};
    }
    const auto quanta = static_cast<std::int32_t>(std::lround(wanted / effect * kOne));
    parts_.output_bias += quanta;
    const auto moved = static_cast<float>(quanta / kOne);
    for (float& missing : missing_) missing -= moved;
  }

  NetworkParts& parts_;
  std::vector<float> inputs_;
  std::vector<float> missing_;  // wanted outputs less those of the parts as they are
  std::vector<float> weights_;
};

}  // namespace

NetworkParts fitted_quantized(const FloatNetwork& network, int scale,
                              std::span<const ScoredPosition> positions, WorkTeam& team) {
  NetworkParts parts = quantized(network, scale);
  positions = positions.first(std::min(positions.size(), kMostFitPositions));
  // With fewer positions than weights, a fit would learn them by heart.
  if (positions.size() < 4 * parts.output_weights.size()) return parts;
  std::vector<float> wanted(positions.size());
  Gradient(network.width(), team).outputs(network, positions, wanted);
  OutputFit(parts, activations(parts, positions), wanted).run();
  return parts;
}

int score_of(const Network& network, const ScoredPosition& position) {
  const auto width = static_cast<std::size_t>(network.width());
  AlignedArray<std::int16_t> sums(2 * width);
  std::array<Row, 32> rows{};
  for (std::size_t player = 0; player < 2; ++player) {
    for (std::size_t i = 0; i < position.count; ++i)
      rows[i] =
          network.row(player == 0 ? position.features[i] : seen_by_opponent(position.features[i]));
    network.kernels().change(network.biases(), sums.data() + player * width, {},
                             std::span(rows).first(position.count), width);
  }
  return network.score(sums.data(), sums.data() + width);
}

QuantizationLoss quantization_loss(const FloatNetwork& exact, const Network& network,
                                   std::span<const ScoredPosition> positions, WorkTeam& team) {
  QuantizationLoss loss{.positions = positions.size()};
  if (positions.empty()) return loss;
  std::vector<float> outputs(positions.size());
  Gradient(exact.width(), team).outputs(exact, positions, outputs);
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
