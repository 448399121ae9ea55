// A policy and value network, as the training loop trains it.
//
// It knows neither libtorch nor where games are kept, so that all of it is tested without them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/az/held_out.h"
#include "train/az/learner.h"
#include "train/az/sample_source.h"
#include "train/az/settings.h"
#include "train/training.h"

namespace tabiya {

inline constexpr CheckpointKind kAzCheckpoint{
    .magic = "TabiyaAZ", .version = 3, .trainer = "tabiya train az"};

// `positions` and `fingerprint` are those of the data.
TrainingPlan plan_of(const AzSettings&, std::uint64_t positions, std::uint64_t fingerprint);

// What a checkpoint holds of its learner. The error names the file.
Result<LearnerState> learner_state_in(const std::filesystem::path& checkpoint);

class AzTrainee : public Trainee {
 public:
  // All of these outlive it.
  AzTrainee(const AzSettings&, Learner&, SampleSource& training, const HeldOutSamples& validation);

  // With the weights of the settings' other checkpoint, if they name one.
  Result<void> begin_anew() override;

  Result<std::vector<double>> step(std::uint64_t step, double rate) override;
  ShuffleCursor cursor() const override { return source_.cursor(); }
  std::chrono::duration<double> waited() const override { return waited_; }
  Result<void> finish() override;
  bool is_finite() const override { return learner_.state().is_finite(); }

  // Losses of policy and value in nats, share of same moves: of the network that learns, then of
  // the averaged one in the validation; NaN if there are no games for it.
  std::vector<LogColumn> columns() const override;
  std::vector<double> row(const TrainingMoment&, std::span<const double> losses) override;
  std::string row_text(const LogRow&) const override;
  std::string losses_text(std::span<const double> lately, const LogRow* last) const override;

  void save(CheckpointWriter&) const override;
  // Weights that are not finite are refused.
  Result<void> restore(CheckpointReader&, const ShuffleCursor&) override;

 private:
  const AzSettings& settings_;
  Learner& learner_;
  SampleSource& source_;
  const HeldOutSamples& validation_;
  AzBatch batch_;
  std::chrono::duration<double> waited_{};
};

}  // namespace tabiya
