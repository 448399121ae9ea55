// A policy and value network, as the training loop trains it.
//
// It knows neither libtorch nor where games are kept, so that all of it is tested without them.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/az/checkpoint.h"
#include "train/az/held_out.h"
#include "train/az/learner.h"
#include "train/az/sample_source.h"
#include "train/az/settings.h"
#include "train/training.h"

namespace tabiya {

TrainingPlan plan_of(const AzSettings&, std::uint64_t positions_of_data);

class AzTrainee : public Trainee {
 public:
  // All of these outlive it.
  AzTrainee(const AzSettings&, Learner&, SampleSource& training, const HeldOutSamples& validation);

  // With the weights of the settings' other checkpoint, if they name one.
  Result<void> begin_anew() override;

  Result<bool> step(std::uint64_t step, double rate) override;
  ShuffleCursor cursor() const override { return source_.cursor(); }
  std::chrono::duration<double> waited() const override { return waited_; }
  Result<void> finish() override;
  bool is_finite() const override { return learner_.state().is_finite(); }

  void add_row(const TrainingMoment&, std::uint64_t steps_summed) override;
  std::string csv() const override;
  LineChart chart() const override;
  std::string row_text() const override;
  std::string losses_text() const override;

  std::vector<std::byte> checkpoint(const TrainingProgress&) const override;
  Result<TrainingProgress> restore(std::span<const std::byte>) override;

  const std::vector<AzRow>& rows() const { return rows_; }

 private:
  void validate(AzRow&);

  const AzSettings& settings_;
  Learner& learner_;
  SampleSource& source_;
  const HeldOutSamples& validation_;
  AzBatch batch_;
  AzLosses sums_;  // since the last row
  std::vector<AzRow> rows_;
  AzLosses smoothed_;  // for people
  bool has_smoothed_ = false;
  std::chrono::duration<double> waited_{};
};

}  // namespace tabiya
