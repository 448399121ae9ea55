#include "train/nnue/gradient.h"

#include <algorithm>
#include <cassert>

#include "train/nnue/block_pass.h"

namespace tabiya {

namespace {

// The positions in pieces of at most this many.
template <class Visit>
void for_each_slice(std::span<const ScoredPosition> positions, std::size_t slice, Visit visit) {
  for (std::size_t begin = 0; begin < positions.size(); begin += slice)
    visit(begin, positions.subspan(begin, std::min(slice, positions.size() - begin)));
}

}  // namespace

Gradient::Gradient(const NnueShape& shape, WorkTeam& team)
    : team_(team),
      derivatives_(shape),
      inputs_(kSlice),
      sums_(static_cast<std::size_t>(shape.width) * 2 * kSlice),
      block_outputs_(derivatives_.blocks() * kSlice),
      outputs_(kSlice),
      slopes_(kSlice),
      losses_(kSlice) {
  static_assert(kBlockSumsHere == kBlockSums);
  static_assert(kSlice <= PositionsByFeature::kMostPositions);
}

void Gradient::forward(const FloatNetwork& network, std::span<const ScoredPosition> slice,
                       bool and_sort) {
  team_.share((slice.size() + kPiece - 1) / kPiece, [&](std::size_t piece) {
    const std::size_t end = std::min(slice.size(), (piece + 1) * kPiece);
    for (std::size_t i = piece * kPiece; i < end; ++i)
      find_inputs(slice[i], network.shape(), inputs_[i]);
  });
  const auto inputs = std::span<const PositionInputs>(inputs_).first(slice.size());
  const std::size_t blocks = network.blocks();
  team_.share(blocks + (and_sort ? by_feature_.size() : 0), [&](std::size_t item) {
    if (item >= blocks)
      by_feature_[item - blocks].sort(inputs, item - blocks);
    else
      forward_block(network, item, inputs, sums_of(item), outputs_of(item));
  });
}

void Gradient::compare(const FloatNetwork& network, std::span<const ScoredPosition> slice,
                       const LossShape& shape, float weight) {
  const std::span<const float> biases = network.values().subspan(network.output_bias_offset());
  team_.share((slice.size() + kPiece - 1) / kPiece, [&](std::size_t piece) {
    const std::size_t end = std::min(slice.size(), (piece + 1) * kPiece);
    for (std::size_t i = piece * kPiece; i < end; ++i) {
      float output = biases[inputs_[i].output];
      for (std::size_t block = 0; block < network.blocks(); ++block) output += outputs_of(block)[i];
      outputs_[i] = output;
      const PositionLoss loss = loss_of(output, slice[i], shape);
      losses_[i] = loss.loss;
      slopes_[i] = weight * loss.slope;
    }
  });
}

double Gradient::compute(const FloatNetwork& network, std::span<const ScoredPosition> positions,
                         const LossShape& shape) {
  assert(!positions.empty() && network.shape() == derivatives_.shape());
  const float weight = 1.0F / static_cast<float>(positions.size());
  double loss = 0;
  const std::span<float> bias_slopes =
      derivatives_.values().subspan(derivatives_.output_bias_offset());
  for_each_slice(positions, kSlice, [&](std::size_t begin, auto slice) {
    forward(network, slice, true);
    compare(network, slice, shape, weight);
    const std::span<const float> slopes = std::span(slopes_).first(slice.size());
    team_.share(network.blocks(), [&](std::size_t block) {
      backward_block(network, block, inputs_, by_feature_, slopes, sums_of(block), derivatives_,
                     begin > 0);
    });
    if (begin == 0) std::ranges::fill(bias_slopes, 0.0F);
    for (std::size_t i = 0; i < slice.size(); ++i) {
      loss += losses_[i];
      bias_slopes[inputs_[i].output] += slopes[i];
    }
  });
  return loss / static_cast<double>(positions.size());
}

double Gradient::loss(const FloatNetwork& network, std::span<const ScoredPosition> positions,
                      const LossShape& shape) {
  assert(!positions.empty() && network.shape() == derivatives_.shape());
  double loss = 0;
  for_each_slice(positions, kSlice, [&](std::size_t, auto slice) {
    forward(network, slice, false);
    compare(network, slice, shape, 0);
    for (std::size_t i = 0; i < slice.size(); ++i) loss += losses_[i];
  });
  return loss / static_cast<double>(positions.size());
}

void Gradient::outputs(const FloatNetwork& network, std::span<const ScoredPosition> positions,
                       std::span<float> outputs) {
  assert(outputs.size() == positions.size() && network.shape() == derivatives_.shape());
  for_each_slice(positions, kSlice, [&](std::size_t begin, auto slice) {
    forward(network, slice, false);
    compare(network, slice, LossShape{}, 0);
    std::ranges::copy(std::span(outputs_).first(slice.size()),
                      outputs.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

}  // namespace tabiya
