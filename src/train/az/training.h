// A run of training from its first step, or its last checkpoint, to its end.
//
// It knows neither libtorch nor where games are kept, so that all of it is tested without them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "train/az/checkpoint.h"
#include "train/az/held_out.h"
#include "train/az/learner.h"
#include "train/az/sample_source.h"
#include "train/az/settings.h"
#include "train/rate.h"

namespace tabiya {

// Who wants to know how training goes.
class AzWatcher {
 public:
  struct Moment {
    std::uint64_t step = 0;
    std::uint64_t steps = 0;  // in all
    AzLosses losses;          // smoothed
    double rate = 0;
    double positions_per_second = 0;
    double waiting = 0;  // share of the time in which samples were made and not learnt from
  };

  virtual ~AzWatcher() = default;
  virtual void after_step(const Moment&) = 0;
  // A row more; all of them, the last one new.
  virtual void after_interval(const std::vector<AzRow>&) = 0;
  virtual void note(std::string_view) = 0;  // something people should know, one sentence
};

class AzTraining {
 public:
  enum class End : std::uint8_t { Finished, Stopped };

  // All of these outlive the training.
  AzTraining(const AzSettings&, Learner&, SampleSource& training, const HeldOutSamples& validation,
             AzWatcher&);

  // Begins, or goes on from a checkpoint of this output. Whenever it ends without an error, the
  // checkpoint has all; there is none before the first step, and none with weights that are not
  // numbers. `stop` is asked before each step.
  Result<End> run(const std::function<bool()>& stop);

  std::uint64_t steps() const { return plan_.steps; }
  std::uint64_t steps_done() const { return step_; }

 private:
  using Done = Result<void>;

  Done begin();
  Done begin_anew();
  Done resume(const AzCheckpoint&);
  Done step();
  Done end_interval();
  Done go_back(const std::string& why);
  void validate(AzRow&);
  Done settle_norms();
  AzCheckpoint checkpoint() const;
  Done save(const AzCheckpoint&);
  std::string unusable_weights() const;
  void tell(const AzLosses&);

  const AzSettings& settings_;
  Learner& learner_;
  SampleSource& source_;
  const HeldOutSamples& validation_;
  AzWatcher& watcher_;
  RatePlan plan_;
  AzBatch batch_;

  // What a checkpoint keeps.
  std::uint64_t step_ = 0;
  double rate_factor_ = 1;
  AzLosses sums_;
  std::uint64_t steps_summed_ = 0;
  std::vector<AzRow> rows_;

  // Where to go back to before there is a checkpoint.
  std::optional<AzCheckpoint> beginning_;

  // What only this process knows.
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::chrono::duration<double> waited_{};
  std::uint64_t steps_here_ = 0;
  AzLosses smoothed_;
};

}  // namespace tabiya
