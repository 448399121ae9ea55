// Samples for training from files of games, in random order.
#pragma once

#include <memory>

#include "base/result.h"
#include "dataset/sample_reader.h"
#include "train/az/sample_source.h"
#include "train/az/settings.h"

namespace tabiya {

class ReaderSource : public SampleSource {
 public:
  // Training goes round and round; the validation ends.
  static Result<std::unique_ptr<ReaderSource>> open(const AzSettings&, Part);

  Result<void> next(AzBatch&) override;
  ShuffleCursor cursor() const override { return reader_.cursor(); }
  // Reads the files again; that they have changed meanwhile is an error.
  Result<void> go_to(const ShuffleCursor&) override;
  std::uint64_t positions() const override;
  std::uint64_t fingerprint() const override { return reader_.fingerprint(); }

 private:
  ReaderSource(const ShuffleSettings&, const SampleSettings&, const AzSettings&, SampleReader);
  void write_targets(AzBatch&, std::size_t place, const PlaneSample&) const;

  ShuffleSettings shuffle_;
  SampleSettings samples_;
  double smoothing_;
  double result_share_;
  SampleReader reader_;
  bool at_end_ = false;
  SampleBatch read_;
};

}  // namespace tabiya
