// Where a trainer gets its positions from: an endless, shuffled, repeatable stream.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "dataset/scored_position.h"
#include "dataset/shuffle.h"

namespace tabiya {

// Used by one thread at a time. From the same cursor the same positions follow.
class PositionSource {
 public:
  PositionSource() = default;
  virtual ~PositionSource() = default;
  PositionSource(const PositionSource&) = delete;
  PositionSource& operator=(const PositionSource&) = delete;

  // Fills all of it; after the last position the first ones follow again, in another order. Each
  // has at most 32 features, all below kFeatures.
  virtual Result<void> next(std::span<ScoredPosition>) = 0;

  virtual ShuffleCursor cursor() const = 0;  // of the position that comes next
  virtual Result<void> go_to(const ShuffleCursor&) = 0;
};

}  // namespace tabiya
