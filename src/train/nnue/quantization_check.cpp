#include "train/nnue/quantization_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/aligned_array.h"
#include "train/nnue/gradient.h"

namespace tabiya {

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
