// For every feature, the positions that have it: the way back from a layer's sums to its weights.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dataset/scored_position.h"

namespace tabiya {

class PositionsByFeature {
 public:
  static constexpr std::size_t kMostPositions = 1 << 16;

  // Takes the place of what was there. Precondition: at most kMostPositions.
  void sort(std::span<const ScoredPosition> positions) {
    std::array<std::uint32_t, kFeatures + 1> next{};
    for (const ScoredPosition& position : positions)
      for (std::size_t i = 0; i < position.count; ++i) ++next[position.features[i] + 1U];
    for (std::size_t feature = 0; feature < kFeatures; ++feature)
      next[feature + 1] += next[feature];
    begin_ = next;
    numbers_.resize(next[kFeatures]);
    for (std::size_t number = 0; number < positions.size(); ++number) {
      const ScoredPosition& position = positions[number];
      for (std::size_t i = 0; i < position.count; ++i)
        numbers_[next[position.features[i]]++] = static_cast<std::uint16_t>(number);
    }
  }

  // Their numbers in what was sorted, ascending. The feature is as the side to move sees it.
  std::span<const std::uint16_t> having(std::size_t feature) const {
    return std::span(numbers_).subspan(begin_[feature], begin_[feature + 1] - begin_[feature]);
  }

 private:
  std::array<std::uint32_t, kFeatures + 1> begin_{};
  std::vector<std::uint16_t> numbers_;
};

}  // namespace tabiya
