// A training that can go on: everything that decides what it would have done next.
//
// docs/training.md describes the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/nnue/adam.h"
#include "train/nnue/float_network.h"
#include "train/position_source.h"

namespace tabiya {

// What the log has for some steps.
struct TrainingRow {
  std::uint64_t step = 0;
  double loss = 0;             // mean since the row before
  double validation_loss = 0;  // not a number if there are no positions for it
  double rate = 0;
  double blend = 0;
  double positions_per_second = 0;
  double waiting = 0;  // share of the time spent waiting for data, 0 to 1
};

struct TrainingState {
  TrainingState(FloatNetwork start, const AdamSettings& settings)
      : network(std::move(start)), adam(network.width(), settings) {}

  FloatNetwork network;
  Adam adam;
  std::uint64_t step = 0;
  ShuffleCursor cursor;
  double rate_factor = 1;  // below 1 after a loss that was not a number
  double loss_sum = 0;     // since the last row of the log
  std::uint64_t loss_steps = 0;
  double seconds = 0;  // spent so far, in all runs together
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

std::vector<std::byte> checkpoint_file(const TrainingState&, const CheckpointLabels&);

// Takes anything. The labels have to be the same as when it was written, or the error tells which
// are not. Numbers that are none are refused.
Result<TrainingState> parse_checkpoint(std::span<const std::byte> file,
                                       const CheckpointLabels& labels, const AdamSettings&);

// The same from a file; the error names it and tells what to do.
Result<TrainingState> load_checkpoint(const std::filesystem::path&, const CheckpointLabels&,
                                      const AdamSettings&);

}  // namespace tabiya
