// Where training takes its samples from, in an order that can be gone on with.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "dataset/shuffle.h"
#include "train/az/batch.h"

namespace tabiya {

class SampleSource {
 public:
  virtual ~SampleSource() = default;

  // Fills as much of the batch as there is; over the end of an epoch only if it goes round. The
  // error names the file.
  virtual Result<void> next(AzBatch&) = 0;

  virtual ShuffleCursor cursor() const = 0;
  virtual Result<void> go_to(const ShuffleCursor&) = 0;

  virtual std::uint64_t positions() const = 0;    // in an epoch, about
  virtual std::uint64_t fingerprint() const = 0;  // of the data: by which they are known again
};

}  // namespace tabiya
