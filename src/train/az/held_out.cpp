#include "train/az/held_out.h"

#include <algorithm>
#include <cassert>
#include <span>

#include "base/result.h"

namespace tabiya {

Result<HeldOutSamples> HeldOutSamples::read(SampleSource& source, std::size_t most,
                                            AzBatch& through) {
  HeldOutSamples samples;
  while (samples.size() < most) {
    if (const auto filled = source.read(through); !filled) return std::unexpected(filled.error());
    if (through.count() == 0) break;
    const std::size_t wanted = std::min(through.count(), most - samples.size());
    for (std::size_t place = 0; place < wanted; ++place) samples.add(through, place);
  }
  return samples;
}

void HeldOutSamples::add(AzBatch& batch, std::size_t place) {
  const std::span<const float> inputs = batch.inputs(place);
  for (std::size_t plane = 0; plane < inputs.size(); plane += kSquares) {
    std::uint64_t squares = 0;
    float number = 0;
    for (std::size_t square = 0; square < kSquares; ++square) {
      const float here = inputs[plane + square];
      if (here == 0) continue;
      assert(number == 0 || number == here);
      number = here;
      squares |= std::uint64_t{1} << square;
    }
    squares_.push_back(squares);
    numbers_.push_back(number);
  }

  const auto masks = batch.masks(place);
  const auto legal =
      static_cast<std::size_t>(std::ranges::find(masks, AzBatch::kNoMove) - masks.begin());
  const auto chances = batch.chances(place);
  samples_.push_back({.first_move = moves_.size(),
                      .moves = legal,
                      .searched = batch.searched(place),
                      .chances = {chances[0], chances[1], chances[2]}});
  for (const std::int64_t move : batch.moves(place).first(legal))
    moves_.push_back(static_cast<std::uint16_t>(move));
  const auto shares = batch.shares(place).first(legal);
  shares_.insert(shares_.end(), shares.begin(), shares.end());
}

void HeldOutSamples::copy(std::size_t first, AzBatch& batch) const {
  const std::size_t count = std::min(batch.capacity(), size() - first);
  const auto planes = static_cast<std::size_t>(batch.planes());
  assert(squares_.size() == size() * planes);
  for (std::size_t place = 0; place < count; ++place) {
    const auto inputs = batch.inputs(place);
    const std::size_t first_plane = (first + place) * planes;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::size_t plane = first_plane + i / kSquares;
      inputs[i] = (squares_[plane] >> i % kSquares & 1) != 0 ? numbers_[plane] : 0;
    }

    const Sample& sample = samples_[first + place];
    const auto moves = std::span(moves_).subspan(sample.first_move, sample.moves);
    const auto shares = std::span(shares_).subspan(sample.first_move, sample.moves);
    std::ranges::fill(batch.moves(place), 0);
    std::ranges::copy(moves, batch.moves(place).begin());
    std::ranges::fill(batch.masks(place), AzBatch::kNoMove);
    std::ranges::fill(batch.masks(place).first(sample.moves), 0.0F);
    std::ranges::fill(batch.shares(place), 0.0F);
    std::ranges::copy(shares, batch.shares(place).begin());
    std::ranges::copy(sample.chances, batch.chances(place).begin());
    batch.searched(place) = sample.searched;
  }
  batch.resize(count);
}

}  // namespace tabiya
