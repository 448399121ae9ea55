// How a network is to be trained: all that decides what comes out, apart from the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "train/nnue/adam.h"
#include "train/nnue/loss.h"
#include "train/rate.h"

namespace tabiya {

struct TrainingSettings {
  int width = 256;
  int scale = 400;              // centipawns of an output of one
  std::size_t batch = 16'384;   // positions of a step
  std::uint64_t steps = 0;      // of the whole training
  double rate = 1e-3;           // the highest
  double last_rate = 1e-5;      // where the cosine ends
  std::uint64_t warm_up = 100;  // steps until the highest rate
  double first_blend = 0.0;     // the result's share in the target, at the beginning
  double last_blend = 0.2;      // and at the end
  double power = 2.0;           // of the difference
  double weight_decay = 0.01;
  std::uint64_t seed = 1;   // of the first weights
  std::uint64_t start = 0;  // checksum of the network it begins from, or 0

  bool operator==(const TrainingSettings&) const = default;
};

RatePlan rate_plan(const TrainingSettings&);
// For the step after this many.
LossShape loss_shape_after(const TrainingSettings&, std::uint64_t steps);

// One "name value" a line: for notes and checkpoints. Equal texts mean equal settings.
std::string to_text(const TrainingSettings&);

// The first line that differs, as a sentence; nothing if none does. Both as to_text() writes them.
std::optional<std::string> difference_between(const std::string& before, const std::string& now);

}  // namespace tabiya
