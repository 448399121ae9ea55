// Positions for training from files of games, in random order.
#pragma once

#include <memory>

#include "base/result.h"
#include "dataset/position_reader.h"
#include "train/position_source.h"

namespace tabiya {

class ShuffledSource : public PositionSource {
 public:
  static Result<std::unique_ptr<ShuffledSource>> open(const ShuffleSettings&,
                                                      const PositionFilter&);

  Result<void> next(std::span<ScoredPosition>) override;
  ShuffleCursor cursor() const override { return reader_.cursor(); }
  // Reads the files again; that they have changed meanwhile is an error.
  Result<void> go_to(const ShuffleCursor&) override;

  DataCount count() const { return reader_.count(); }  // of all files, before filters
  std::uint64_t fingerprint() const { return reader_.fingerprint(); }

 private:
  ShuffledSource(const ShuffleSettings&, const PositionFilter&, PositionReader);

  ShuffleSettings settings_;
  PositionFilter filter_;
  PositionReader reader_;
};

// At most this many positions of one epoch; fewer, or none, if there are not as many.
Result<std::vector<ScoredPosition>> first_positions(const ShuffleSettings&, const PositionFilter&,
                                                    std::size_t most);

}  // namespace tabiya
