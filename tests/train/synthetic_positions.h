// Positions to learn from that need no data: pieces thrown on a board, scored by their material.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "train/batch_feed.h"

namespace tabiya::test {

// The same number always gives the same position.
inline ScoredPosition synthetic_position(std::uint64_t number) {
  static constexpr std::array kValues{100, 320, 330, 500, 900, 0};
  Random random(number * 2 + 1);
  std::array<std::uint8_t, 64> squares{};
  for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = static_cast<std::uint8_t>(i);
  for (std::size_t i = 0; i < 32; ++i) std::swap(squares[i], squares[i + random.below(64 - i)]);

  ScoredPosition position;
  position.features = {};
  int material = 0;
  std::size_t used = 0;
  for (const int side : {0, 1}) {
    const std::size_t pieces = 2 + random.below(14);
    for (std::size_t piece = 0; piece <= pieces; ++piece) {
      const std::size_t type = piece == 0 ? 5 : random.below(10) < 5 ? 0 : 1 + random.below(4);
      position.features[position.count++] =
          static_cast<std::uint16_t>(384 * side + 64 * static_cast<int>(type) + squares[used++]);
      material += side == 0 ? kValues[type] : -kValues[type];
    }
  }
  std::sort(position.features.begin(), position.features.begin() + position.count);
  position.score = static_cast<std::int16_t>(std::clamp(material, -3000, 3000));
  position.result = material > 150 ? 1 : material < -150 ? -1 : 0;
  return position;
}

inline std::vector<ScoredPosition> synthetic_positions(std::uint64_t first, std::size_t count) {
  std::vector<ScoredPosition> positions(count);
  for (std::size_t i = 0; i < count; ++i) positions[i] = synthetic_position(first + i);
  return positions;
}

// That number of different ones, over and over.
class SyntheticSource : public PositionSource {
 public:
  explicit SyntheticSource(std::uint64_t different) : all_(synthetic_positions(0, different)) {}

  Result<void> read(std::span<ScoredPosition> out) override {
    for (ScoredPosition& position : out) {
      position = all_[offset_++];
      if (offset_ < all_.size()) continue;
      offset_ = 0;
      ++epoch_;
    }
    return {};
  }
  ShuffleCursor cursor() const override { return {.epoch = epoch_, .chunk = 0, .offset = offset_}; }
  Result<void> go_to(const ShuffleCursor& cursor) override {
    if (cursor.offset >= all_.size()) return failure("the cursor is beyond the end");
    epoch_ = cursor.epoch;
    offset_ = cursor.offset;
    return {};
  }

 private:
  std::vector<ScoredPosition> all_;
  std::uint64_t epoch_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace tabiya::test
