// Samples with their targets: from files of games, in random order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "dataset/sample_reader.h"
#include "train/az/batch.h"
#include "train/az/settings.h"

namespace tabiya {

// Fills as much of the batch as there is; over the end of an epoch only if it goes round.
using SampleSource = ShuffledSource<AzBatch&>;

class ReaderSource : public SampleSource {
 public:
  // Training goes round and round; the validation ends.
  static Result<std::unique_ptr<ReaderSource>> open(const AzSettings&, Part);

  Result<void> read(AzBatch&) override;
  ShuffleCursor cursor() const override { return reader_->cursor(); }
  Result<void> go_to(const ShuffleCursor&) override;

  std::uint64_t positions() const;  // in an epoch, about
  std::uint64_t fingerprint() const { return reader_->fingerprint(); }

 private:
  ReaderSource(const AzSettings&, Part, std::unique_ptr<SampleReader>);
  void write_targets(AzBatch&, std::size_t place, const PlaneSample&) const;

  Part part_;
  double validation_percent_;
  double smoothing_;
  double result_share_;
  std::unique_ptr<SampleReader> reader_;
  bool at_end_ = false;
  SampleBatch read_;
};

}  // namespace tabiya
