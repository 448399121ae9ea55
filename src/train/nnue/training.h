// The network that scores positions, as the training loop trains it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/batch_feed.h"
#include "train/nnue/checkpoint.h"
#include "train/nnue/gradient.h"
#include "train/nnue/training_settings.h"
#include "train/training.h"
#include "train/work_team.h"

namespace tabiya {

// The network is the same to the last bit with any number of threads.
class NnueTrainee : public Trainee {
 public:
  // The labels tell a checkpoint of this training from others; `title` stands above the picture.
  // Source and held-out positions must outlive this.
  NnueTrainee(const TrainingSettings&, CheckpointLabels, std::string title, FloatNetwork start,
              PositionSource&, std::span<const ScoredPosition> held_out, int threads);

  Result<bool> step(std::uint64_t step, double rate) override;
  ShuffleCursor cursor() const override { return cursor_; }
  std::chrono::duration<double> waited() const override;
  bool is_finite() const override { return state_.is_finite(); }

  void add_row(const TrainingMoment&, std::uint64_t steps_summed) override;
  std::string csv() const override;
  LineChart chart() const override;
  std::string row_text() const override;
  std::string losses_text() const override;

  std::vector<std::byte> checkpoint(const TrainingProgress&) const override;
  Result<TrainingProgress> restore(std::span<const std::byte>) override;

  const FloatNetwork& network() const { return state_.network; }
  const Adam& adam() const { return state_.adam; }
  const std::vector<TrainingRow>& rows() const { return state_.rows; }

 private:
  AdamSettings adam_settings() const {
    return {.weight_decay = static_cast<float>(settings_.weight_decay)};
  }

  TrainingSettings settings_;
  CheckpointLabels labels_;
  std::string title_;
  PositionSource& source_;
  std::span<const ScoredPosition> held_out_;
  TrainingState state_;  // of its progress the loop knows
  ShuffleCursor cursor_;
  WorkTeam team_;
  Gradient gradient_;
  double last_loss_ = 0;
  std::unique_ptr<BatchFeed> feed_;                // from the first step on
  std::chrono::duration<double> waited_before_{};  // on feeds that were given up
};

// For the network: where it came from. Printable text if `data` is.
std::string notes_of(const NnueTrainee&, const TrainingProgress&, const TrainingSettings&,
                     const std::string& data);

}  // namespace tabiya
