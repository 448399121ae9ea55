// Where a trainer gets its positions from: an endless, shuffled, repeatable stream.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>

#include "dataset/scored_position.h"

namespace tabiya {

// A place in the stream. What the numbers mean is the source's business; from the same cursor the
// same positions follow.
struct SourceCursor {
  std::uint64_t epoch = 0;
  std::uint64_t chunk = 0;
  std::uint64_t offset = 0;

  bool operator==(const SourceCursor&) const = default;
};

// Used by one thread at a time.
class PositionSource {
 public:
  PositionSource() = default;
  virtual ~PositionSource() = default;
  PositionSource(const PositionSource&) = delete;
  PositionSource& operator=(const PositionSource&) = delete;

  // Fills all of it; after the last position the first ones follow again, in another order. Each
  // has at most 32 features, all below kFeatures.
  virtual std::expected<void, std::string> next(std::span<ScoredPosition>) = 0;

  virtual SourceCursor cursor() const = 0;  // of the position that comes next
  virtual std::expected<void, std::string> go_to(const SourceCursor&) = 0;
};

}  // namespace tabiya
