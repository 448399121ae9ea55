// A training run on disk: everything needed to go on as if it had never stopped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/az/learner.h"
#include "train/az/sample_source.h"
#include "train/az/settings.h"
#include "train/training.h"

namespace tabiya {

// What is told of training, once for each interval.
struct AzRow {
  double step = 0;
  double positions = 0;  // seen up to now
  double rate = 0;
  double policy = 0;  // means over the interval, of the network that learns
  double value = 0;
  double same_move = 0;
  // Of the averaged network; NaN if there are no games for it.
  double validation_policy = 0;
  double validation_value = 0;
  double validation_same_move = 0;
};

struct AzCheckpoint : TrainingProgress {  // the time spent is not kept
  AzSettings settings;
  // How many positions there were, and which (DataFiles::fingerprint): with others it would be
  // another run.
  std::uint64_t data_positions = 0;
  std::uint64_t fingerprint = 0;
  AzLosses sums;  // since the last row
  std::vector<AzRow> rows;
  LearnerState learner;
};

std::vector<std::byte> bytes_of(const AzCheckpoint&);
// The error is the end of a sentence that began with the file's name. Weights that are not finite
// are refused.
Result<AzCheckpoint> checkpoint_of(std::span<const std::byte>);

// The error names the file.
Result<AzCheckpoint> read_checkpoint(const std::filesystem::path&);

}  // namespace tabiya
