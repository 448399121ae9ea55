// The one training loop: steps, log and picture, checkpoints, resuming, and going back when
// something is not finite.
//
// What differs between kinds of networks is behind Trainee: what learns, and from which batches.
// Two runs of the same Trainee come to the same end however often they are stopped.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/shuffle.h"
#include "train/checkpoint_file.h"
#include "train/log.h"
#include "train/optimiser.h"

namespace tabiya {

// Where a training stands, apart from what it has learnt: the loop's part of a checkpoint.
struct TrainingProgress {
  std::uint64_t step = 0;          // steps done
  ShuffleCursor cursor;            // of the batch that comes next
  double rate_factor = 1;          // below 1 after a loss or weight that was not finite
  double seconds = 0;              // spent so far, in all runs together
  std::uint64_t steps_summed = 0;  // since the last row of the log
  std::vector<double> loss_sums;   // of these steps
  std::vector<LogRow> rows;

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

  // Takes the next batch, makes step number `step`, counted from 0, with it, and tells its losses,
  // always equally many. None if they are not finite: then nothing was learnt.
  virtual Result<std::vector<double>> step(std::uint64_t step, double rate) = 0;
  virtual ShuffleCursor cursor() const = 0;                  // behind the batch of the last step
  virtual std::chrono::duration<double> waited() const = 0;  // for batches, altogether
  // After the last step, before its row.
  virtual Result<void> finish() { return {}; }

  virtual bool is_finite() const = 0;  // all that the next step would compute with

  virtual std::vector<LogColumn> columns() const = 0;
  // A row's numbers, from the mean losses since the last one; the validation is computed here.
  virtual std::vector<double> row(const TrainingMoment&, std::span<const double> losses) = 0;
  virtual std::string row_text(const LogRow&) const = 0;  // for people
  // For people, too. The last row is null before there is one.
  virtual std::string losses_text(std::span<const double> lately, const LogRow* last) const = 0;

  // What it has learnt, as the end of a checkpoint.
  virtual void save(CheckpointWriter&) const = 0;
  // Takes over what save() wrote, and sends its source to the cursor. The reader must be whole
  // then. The error is the end of a sentence that began with the file's name.
  virtual Result<void> restore(CheckpointReader&, const ShuffleCursor&) = 0;
};

// What tells the checkpoints of one training from those of others.
struct CheckpointLabels {
  CheckpointKind kind{};
  std::string settings{};         // all that decide what comes out, one "name value" a line
  std::string data{};             // what the data are, for people
  std::uint64_t fingerprint = 0;  // and exactly: what the cursor belongs to
};

struct TrainingPlan {
  std::filesystem::path output;  // the network; checkpoint, log and picture are beside it
  CheckpointLabels labels{};
  OptimiserSettings optimiser{};
  std::uint64_t steps = 1;  // of the whole training
  std::size_t batch = 1;    // positions of a step
  std::uint64_t steps_per_checkpoint = 1000;
  std::uint64_t steps_per_row = 100;
  bool restart = false;  // even if there is a checkpoint, which the first new one replaces
  std::string title{};   // of the picture
  std::string loss_unit = "loss";

  std::filesystem::path checkpoint() const { return output.string() + ".checkpoint"; }
  std::filesystem::path log() const { return output.string() + ".csv"; }
  std::filesystem::path picture() const { return output.string() + ".svg"; }
};

class TrainingWatcher {
 public:
  virtual ~TrainingWatcher() = default;
  virtual void began(std::uint64_t /*step*/, std::uint64_t /*steps*/) {}  // at 0, or resumed
  virtual void after_step(const TrainingMoment&, const std::string& /*losses*/) {}
  virtual void after_row(const TrainingMoment&, const std::string& /*row*/) {}
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

// The largest network has 200 million weights, of which a checkpoint has four sets.
inline constexpr std::size_t kLongestCheckpoint = std::size_t{4} << 30;

// The head of a checkpoint; what a Trainee saved follows it.
void write_head(CheckpointWriter&, const CheckpointLabels&, const TrainingProgress&);

struct CheckpointHead {
  CheckpointLabels labels;
  TrainingProgress progress;
};
// Looks at nothing but whether it can be one: the reader may have failed then.
CheckpointHead read_head(CheckpointReader&, const CheckpointKind&);

// How settings of the form of CheckpointLabels differ, as a sentence; nothing if they do not.
std::optional<std::string> difference_between(const std::string& before, const std::string& now);

}  // namespace tabiya
