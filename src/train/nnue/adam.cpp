#include "train/nnue/adam.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tabiya {

namespace {

constexpr float kTiny = 1e-8F;        // keeps us from dividing by zero
constexpr std::size_t kPiece = 8192;  // numbers that a thread takes at once

struct StepFactors {
  float rate;    // with the correction for means that began as zero
  float square;  // the same for the squares
  float keep;    // what weight decay leaves
  float mean_decay;
  float square_decay;
  float highest;
};

// Compiled without errno for the square root, or it would not become vector code.
void step_down(float* values, const float* slopes, float* means, float* squares, std::size_t count,
               const StepFactors& factors) {
  for (std::size_t i = 0; i < count; ++i) {
    const float slope = slopes[i];
    const float mean = factors.mean_decay * means[i] + (1.0F - factors.mean_decay) * slope;
    const float square =
        factors.square_decay * squares[i] + (1.0F - factors.square_decay) * slope * slope;
    means[i] = mean;
    squares[i] = square;
    const float moved = factors.keep * values[i] -
                        factors.rate * mean / (std::sqrt(square * factors.square) + kTiny);
    const float low = moved < -factors.highest ? -factors.highest : moved;
    values[i] = low > factors.highest ? factors.highest : low;
  }
}

}  // namespace

Adam::Adam(int width, const AdamSettings& settings)
    : settings_(settings), means_(width), squares_(width) {}

void Adam::step(FloatNetwork& network, const FloatNetwork& derivatives, float rate,
                std::uint64_t step, WorkTeam& team) {
  const auto correction = [&](float decay) {
    return static_cast<float>(1.0 / (1.0 - std::pow(double{decay}, static_cast<double>(step))));
  };
  const StepFactors weights{.rate = rate * correction(settings_.mean_decay),
                            .square = correction(settings_.square_decay),
                            .keep = 1.0F - rate * settings_.weight_decay,
                            .mean_decay = settings_.mean_decay,
                            .square_decay = settings_.square_decay,
                            .highest = kHighestWeight};
  StepFactors biases = weights;
  biases.keep = 1.0F;
  StepFactors output_bias = biases;
  output_bias.highest = std::numeric_limits<float>::max();

  const auto part = [&](std::size_t begin, std::size_t end, const StepFactors& factors) {
    step_down(network.values().data() + begin, derivatives.values().data() + begin,
              means_.values().data() + begin, squares_.values().data() + begin, end - begin,
              factors);
  };
  const std::size_t features = network.bias_offset();
  team.share((features + kPiece - 1) / kPiece, [&](std::size_t piece) {
    part(piece * kPiece, std::min(features, (piece + 1) * kPiece), weights);
  });
  part(features, network.output_offset(), biases);
  part(network.output_offset(), network.output_bias_offset(), weights);
  part(network.output_bias_offset(), network.values().size(), output_bias);
}

}  // namespace tabiya
