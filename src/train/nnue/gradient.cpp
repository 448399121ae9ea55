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

Gradient::Gradient(int width, WorkTeam& team)
    : team_(team),
      derivatives_(width),
      sums_(static_cast<std::size_t>(width) * 2 * kSlice),
      block_outputs_(derivatives_.blocks() * kSlice),
      outputs_(kSlice),
      slopes_(kSlice),
      losses_(kSlice) {
  static_assert(kBlockSumsHere == kBlockSums);
  static_assert(kSlice <= PositionsByFeature::kMostPositions);
}

void Gradient::forward(const FloatNetwork& network, std::span<const ScoredPosition> slice,
                       bool and_sort) {
  const std::size_t blocks = network.blocks();
  team_.share(blocks + (and_sort ? 1 : 0), [&](std::size_t item) {
    if (item == blocks)
      by_feature_.sort(slice);
    else
      forward_block(network, item, slice, sums_of(item), outputs_of(item));
  });
}

void Gradient::compare(const FloatNetwork& network, std::span<const ScoredPosition> slice,
                       const LossShape& shape, float weight) {
  constexpr std::size_t kPositions = 256;
  team_.share((slice.size() + kPositions - 1) / kPositions, [&](std::size_t piece) {
    const std::size_t end = std::min(slice.size(), (piece + 1) * kPositions);
    for (std::size_t i = piece * kPositions; i < end; ++i) {
      float output = network.values()[network.output_bias_offset()];
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
  assert(!positions.empty() && network.width() == derivatives_.width());
  const float weight = 1.0F / static_cast<float>(positions.size());
  double loss = 0;
  float& bias_slope = derivatives_.values()[derivatives_.output_bias_offset()];
  for_each_slice(positions, kSlice, [&](std::size_t begin, auto slice) {
    forward(network, slice, true);
    compare(network, slice, shape, weight);
    const std::span<const float> slopes = std::span(slopes_).first(slice.size());
    team_.share(network.blocks(), [&](std::size_t block) {
      backward_block(network, block, by_feature_, slopes, sums_of(block), derivatives_, begin > 0);
    });
    if (begin == 0) bias_slope = 0;
    for (std::size_t i = 0; i < slice.size(); ++i) {
      loss += losses_[i];
      bias_slope += slopes[i];
    }
  });
  return loss / static_cast<double>(positions.size());
}

double Gradient::loss(const FloatNetwork& network, std::span<const ScoredPosition> positions,
                      const LossShape& shape) {
  assert(!positions.empty() && network.width() == derivatives_.width());
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
  assert(outputs.size() == positions.size() && network.width() == derivatives_.width());
  for_each_slice(positions, kSlice, [&](std::size_t begin, auto slice) {
    forward(network, slice, false);
    compare(network, slice, LossShape{}, 0);
    std::ranges::copy(std::span(outputs_).first(slice.size()),
                      outputs.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

}  // namespace tabiya
