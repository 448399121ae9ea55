// The one training loop: steps, rows of the log, checkpoints, resuming, and going back when
// something is not finite.
//
// What differs between kinds of networks is behind Trainee: what learns, from which batches, with
// which settings. Two runs of the same Trainee come to the same end however often they are stopped.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/line_chart.h"
#include "base/result.h"
#include "dataset/shuffle.h"
#include "train/rate.h"

namespace tabiya {

// Where a training stands: what every checkpoint keeps of the loop.
struct TrainingProgress {
  std::uint64_t step = 0;          // steps done
  ShuffleCursor cursor;            // of the batch that comes next
  double rate_factor = 1;          // below 1 after a loss or weight that was not finite
  std::uint64_t steps_summed = 0;  // since the last row of the log
  double seconds = 0;              // spent so far, in all runs together

  bool operator==(const TrainingProgress&) const = default;
};

// How fast it goes, after a step.
struct TrainingMoment {
  std::uint64_t step = 0;
  std::uint64_t steps = 0;  // of the whole training
  double rate = 0;
  double positions_per_second = 0;  // of this run
  double waiting = 0;               // share of the time spent waiting for data, 0 to 1
};

// Called by the loop's thread only.
class Trainee {
 public:
  Trainee() = default;
  virtual ~Trainee() = default;
  Trainee(const Trainee&) = delete;
  Trainee& operator=(const Trainee&) = delete;

  // Before the first step, unless a checkpoint is restored.
  virtual Result<void> begin_anew() { return {}; }

  // Takes the next batch and makes step number `step`, counted from 0, with it. False if the loss
  // is not finite: then nothing was learnt.
  virtual Result<bool> step(std::uint64_t step, double rate) = 0;
  virtual ShuffleCursor cursor() const = 0;                  // behind the batch of the last step
  virtual std::chrono::duration<double> waited() const = 0;  // for batches, altogether
  // After the last step, before its row.
  virtual Result<void> finish() { return {}; }

  virtual bool is_finite() const = 0;  // all that the next step would compute with

  // Appends a row to the log: means over the steps since the last one, and the validation.
  virtual void add_row(const TrainingMoment&, std::uint64_t steps_summed) = 0;
  virtual std::string csv() const = 0;  // the whole log, with a line of names
  virtual LineChart chart() const = 0;
  virtual std::string row_text() const = 0;     // the last row, for people
  virtual std::string losses_text() const = 0;  // the losses lately, for people

  virtual std::vector<std::byte> checkpoint(const TrainingProgress&) const = 0;
  // Takes a checkpoint of this training over, with the source's place. The error is the end of a
  // sentence that began with the file's name.
  virtual Result<TrainingProgress> restore(std::span<const std::byte> file) = 0;
};

struct TrainingPlan {
  std::filesystem::path output;  // the network; checkpoint, log and picture are beside it
  RatePlan rates;                // with the number of steps
  std::size_t batch = 1;         // positions of a step
  std::uint64_t steps_per_checkpoint = 1000;
  std::uint64_t steps_per_row = 100;
  bool restart = false;  // even if there is a checkpoint, which the first new one replaces

  std::filesystem::path checkpoint() const { return output.string() + ".checkpoint"; }
  std::filesystem::path log() const { return output.string() + ".csv"; }
  std::filesystem::path picture() const { return output.string() + ".svg"; }
};

class TrainingWatcher {
 public:
  virtual ~TrainingWatcher() = default;
  virtual void began(std::uint64_t /*step*/, std::uint64_t /*steps*/) {}  // at 0, or resumed
  virtual void after_step(const TrainingMoment&, const Trainee&) {}
  virtual void after_row(const TrainingMoment&, const Trainee&) {}
  virtual void warn(const std::string& /*sentence*/) {}
};

struct TrainingEnd {
  TrainingProgress progress;
  bool is_complete = false;
};

// Goes on from the plan's checkpoint if there is one. `stop` is asked before each step. Whenever
// this ends without an error, the checkpoint has everything; there is none before the first step,
// and none with weights that are not finite. It stays at the end: the caller that has used the
// network may remove it.
Result<TrainingEnd> run_training(const TrainingPlan&, Trainee&, TrainingWatcher&,
                                 const std::function<bool()>& stop);

}  // namespace tabiya
