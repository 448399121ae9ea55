// The network that scores positions, as the training loop trains it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/batch_feed.h"
#include "train/nnue/adam.h"
#include "train/nnue/gradient.h"
#include "train/training.h"
#include "train/work_team.h"

namespace tabiya {

// How a network is trained: all that decides what comes out, apart from the data.
struct TrainingSettings {
  NnueShape shape = kNewNetwork;
  int scale = 400;             // centipawns of an output of one
  std::size_t batch = 16'384;  // positions of a step
  std::uint64_t steps = 0;     // of the whole training
  OptimiserSettings optimiser;
  double first_blend = 0.0;  // the result's share in the target, at the beginning
  double last_blend = 0.2;   // and at the end
  double power = 2.0;        // of the difference
  std::uint64_t seed = 1;    // of the first weights
  std::uint64_t start = 0;   // checksum of the network it begins from, or 0

  bool operator==(const TrainingSettings&) const = default;
};

// For the step after this many.
LossShape loss_shape_after(const TrainingSettings&, std::uint64_t steps);

// One "name value" a line: for notes and checkpoints. Equal texts mean equal settings.
std::string to_text(const TrainingSettings&);

inline constexpr CheckpointKind kNnueCheckpoint{
    .magic = "TabiyaCP", .version = 4, .trainer = "tabiya train nnue"};

// The network is the same to the last bit with any number of threads.
class NnueTrainee : public Trainee {
 public:
  // Numbers of a row, in their order.
  enum Column : std::uint8_t { Loss, ValidationLoss, Rate, Blend, PositionsPerSecond, Waiting };

  // Source and held-out positions must outlive this.
  NnueTrainee(const TrainingSettings&, FloatNetwork start, PositionSource&,
              std::span<const ScoredPosition> held_out, int threads);

  Result<std::vector<double>> step(std::uint64_t step, double rate) override;
  ShuffleCursor cursor() const override { return cursor_; }
  std::chrono::duration<double> waited() const override;
  bool is_finite() const override;

  std::vector<LogColumn> columns() const override;
  std::vector<double> row(const TrainingMoment&, std::span<const double> losses) override;
  std::string row_text(const LogRow&) const override;
  std::string losses_text(std::span<const double> lately, const LogRow* last) const override;

  void save(CheckpointWriter&) const override;
  // Numbers that are not finite are refused.
  Result<void> restore(CheckpointReader&, const ShuffleCursor&) override;

  const FloatNetwork& network() const { return network_; }
  const Adam& adam() const { return adam_; }

 private:
  TrainingSettings settings_;
  PositionSource& source_;
  std::span<const ScoredPosition> held_out_;
  FloatNetwork network_;
  Adam adam_;
  ShuffleCursor cursor_;
  WorkTeam team_;
  Gradient gradient_;
  std::unique_ptr<BatchFeed> feed_;                // from the first step on
  std::chrono::duration<double> waited_before_{};  // on feeds that were given up
};

// For the network: where it came from. Printable text if `data` is.
std::string notes_of(const TrainingProgress&, const TrainingSettings&, const std::string& data);

}  // namespace tabiya
