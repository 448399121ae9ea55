// The samples that a training is judged by, in memory: read once, used after every interval.
//
// A plane of the encoding has one number at some squares and zero at the others, which takes 12
// bytes instead of 256; so does the rest of a sample take only what it has. Some 0.5 kB a sample
// with a history of 1, 1.7 kB with 8.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/az/batch.h"
#include "train/az/sample_source.h"

namespace tabiya {

class HeldOutSamples {
 public:
  HeldOutSamples() = default;  // none

  // At most this many from where the source stands, fewer if it ends before. The batch is what they
  // are read through. The error is the source's.
  static Result<HeldOutSamples> read(SampleSource&, std::size_t most, AzBatch& through);

  std::size_t size() const { return samples_.size(); }
  // Fills the batch with samples from the first on, as many as there are and fit. Precondition: it
  // has as many planes as the one they were read through.
  void copy(std::size_t first, AzBatch&) const;

 private:
  struct Sample {
    std::size_t first_move;  // of its part of moves_ and shares_
    std::size_t moves;
    float searched;
    std::array<float, 3> chances;
  };

  void add(AzBatch&, std::size_t place);

  // Of all planes of all samples: a bit for each square where the number is, and the number.
  std::vector<std::uint64_t> squares_;
  std::vector<float> numbers_;
  std::vector<std::uint16_t> moves_;
  std::vector<float> shares_;
  std::vector<Sample> samples_;
};

}  // namespace tabiya
