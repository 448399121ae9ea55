#include "train/nnue/adam.h"

#include <algorithm>

#include "train/optimiser.h"

namespace tabiya {

namespace {

constexpr std::size_t kPiece = 8192;  // numbers that a thread takes at once

}  // namespace

Adam::Adam(const NnueShape& shape, double weight_decay)
    : weight_decay_(static_cast<float>(weight_decay)), means_(shape), squares_(shape) {}

void Adam::step(FloatNetwork& network, const FloatNetwork& derivatives, float rate,
                std::uint64_t step, WorkTeam& team) {
  const AdamWStep rule(step, rate);
  const AdamWStep::Treatment weights{.weight_decay = weight_decay_, .highest = kHighestWeight};
  const AdamWStep::Treatment biases{.highest = kHighestWeight};
  const AdamWStep::Treatment output_weights{.weight_decay = weight_decay_,
                                            .highest = highest_output_weight(network.shape())};
  const auto part = [&](std::size_t begin, std::size_t end, const AdamWStep::Treatment& treatment) {
    rule.apply({.values = network.values().subspan(begin, end - begin),
                .slopes = derivatives.values().data() + begin,
                .means = means_.values().data() + begin,
                .squares = squares_.values().data() + begin},
               treatment);
  };
  const std::size_t features = network.bias_offset();
  team.share((features + kPiece - 1) / kPiece, [&](std::size_t piece) {
    part(piece * kPiece, std::min(features, (piece + 1) * kPiece), weights);
  });
  part(features, network.output_offset(), biases);
  part(network.output_offset(), network.output_bias_offset(), output_weights);
  part(network.output_bias_offset(), network.values().size(), {});
}

}  // namespace tabiya
