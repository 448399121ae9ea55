// A training that can go on: everything that decides what it would have done next.
//
// docs/training.md describes the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/nnue/adam.h"
#include "train/nnue/float_network.h"
#include "train/training.h"

namespace tabiya {

// What the log has for some steps.
struct TrainingRow {
  std::uint64_t step = 0;
  double loss = 0;             // mean since the row before
  double validation_loss = 0;  // NaN if there are no positions for it
  double rate = 0;
  double blend = 0;
  double positions_per_second = 0;
  double waiting = 0;  // share of the time spent waiting for data, 0 to 1
};

// What is learnt and logged. The progress is the loop's, and only as new as the last checkpoint.
struct TrainingState : TrainingProgress {
  TrainingState(FloatNetwork start, const AdamSettings& settings)
      : network(std::move(start)), adam(network.width(), settings) {}

  FloatNetwork network;
  Adam adam;
  double loss_sum = 0;  // since the last row of the log
  std::vector<TrainingRow> rows;

  bool is_finite() const;  // all that a next step would compute with
};

// `settings` as to_text() writes them; `data` and `fingerprint` tell what the cursor belongs to, to
// people and exactly.
struct CheckpointLabels {
  std::string settings;
  std::string data;
  std::uint64_t fingerprint = 0;
};

// With this progress, not the state's own.
std::vector<std::byte> checkpoint_file(const TrainingState&, const TrainingProgress&,
                                       const CheckpointLabels&);

// Takes anything. The labels have to be the same as when it was written, or the error tells which
// are not. Numbers that are not finite are refused.
Result<TrainingState> parse_checkpoint(std::span<const std::byte> file,
                                       const CheckpointLabels& labels, const AdamSettings&);

}  // namespace tabiya
