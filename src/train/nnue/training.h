// Training a network from its first step to its last, with checkpoints on the way.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "train/nnue/checkpoint.h"
#include "train/nnue/training_settings.h"
#include "train/position_source.h"

namespace tabiya {

struct TrainingPlan {
  TrainingSettings settings;
  // By which a checkpoint knows the data again: for people, and exactly.
  std::string data;
  std::uint64_t fingerprint = 0;
  std::filesystem::path checkpoint;
  std::uint64_t steps_per_checkpoint = 1000;
  std::uint64_t steps_per_row = 100;
  int threads = 1;       // changes nothing but the speed
  bool restart = false;  // even if there is a checkpoint, which the first new one replaces
};

// How it goes, after each step.
struct TrainingNews {
  std::uint64_t step = 0;  // of this many steps done
  double loss = 0;         // lately
  std::optional<double> validation_loss;
  double rate = 0;
  double positions_per_second = 0;   // of this run
  double waiting = 0;                // share of the time spent waiting for data
  const TrainingRow* row = nullptr;  // if the log has just got one
};

struct TrainingEvents {
  // Whether to go on. If not, a checkpoint is written and the training ends for now.
  std::function<bool(const TrainingNews&)> stepped = [](const TrainingNews&) { return true; };
  std::function<void(std::uint64_t step)> began = [](std::uint64_t) {};  // at 0, or resumed
  std::function<void(const std::string&)> warned = [](const std::string&) {};
  // After each checkpoint, so that logs in files are never ahead of it.
  std::function<void(const TrainingState&)> saved = [](const TrainingState&) {};
  // For tests: what to take the loss of a step for.
  std::function<double(std::uint64_t step, double loss)> measured = [](std::uint64_t, double loss) {
    return loss;
  };
};

struct TrainingEnd {
  TrainingState state;
  bool is_complete;
};

// Goes on from the plan's checkpoint if there is one. A checkpoint has at least one step, and
// nothing but numbers. Two runs with the same settings and data give
// the same network to the last bit, however often they were stopped. The checkpoint stays: whoever
// has made use of the network removes it.
Result<TrainingEnd> train(const TrainingPlan&, FloatNetwork start, PositionSource&,
                          std::span<const ScoredPosition> held_out, const TrainingEvents&);

}  // namespace tabiya
