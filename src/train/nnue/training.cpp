#include "train/nnue/training.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "base/version.h"

namespace tabiya {

namespace {

std::string field(double number, int digits) {
  return std::isfinite(number) ? fmt::format("{:.{}f}", number, digits) : "";
}

std::string validation_text(double loss) {
  return std::isfinite(loss) ? fmt::format(", validation {:.5f}", loss) : "";
}

}  // namespace

NnueTrainee::NnueTrainee(const TrainingSettings& settings, CheckpointLabels labels,
                         std::string title, FloatNetwork start, PositionSource& source,
                         std::span<const ScoredPosition> held_out, int threads)
    : settings_(settings),
      labels_(std::move(labels)),
      title_(std::move(title)),
      source_(source),
      held_out_(held_out),
      state_(std::move(start), adam_settings()),
      team_(threads),
      gradient_(settings.width, team_) {}

Result<bool> NnueTrainee::step(std::uint64_t step, double rate) {
  if (!feed_) {
    if (const auto gone = source_.go_to(cursor_); !gone) return std::unexpected(gone.error());
    feed_ = std::make_unique<BatchFeed>(source_, settings_.batch);
  }
  const auto batch = feed_->next();
  if (!batch) return std::unexpected(batch.error());
  const double loss =
      gradient_.compute(state_.network, batch->positions, loss_shape_after(settings_, step));
  if (!std::isfinite(loss)) return false;
  state_.adam.step(state_.network, gradient_.derivatives(), static_cast<float>(rate), step + 1,
                   team_);
  cursor_ = batch->after;
  state_.loss_sum += loss;
  last_loss_ = loss;
  return true;
}

std::chrono::duration<double> NnueTrainee::waited() const {
  return feed_ ? waited_before_ + feed_->waited() : waited_before_;
}

void NnueTrainee::add_row(const TrainingMoment& now, std::uint64_t steps_summed) {
  const LossShape shape = loss_shape_after(settings_, now.step - 1);
  state_.rows.push_back({.step = now.step,
                         .loss = state_.loss_sum / static_cast<double>(steps_summed),
                         .validation_loss = held_out_.empty()
                                                ? std::numeric_limits<double>::quiet_NaN()
                                                : gradient_.loss(state_.network, held_out_, shape),
                         .rate = now.rate,
                         .blend = double{shape.blend},
                         .positions_per_second = now.positions_per_second,
                         .waiting = now.waiting});
  state_.loss_sum = 0;
}

std::string NnueTrainee::csv() const {
  std::string text =
      "step,positions,loss,validation_loss,rate,blend,positions_per_second,waiting\n";
  for (const TrainingRow& row : state_.rows)
    text +=
        fmt::format("{},{},{},{},{},{},{},{}\n", row.step, row.step * settings_.batch,
                    field(row.loss, 8), field(row.validation_loss, 8), field(row.rate, 10),
                    field(row.blend, 4), field(row.positions_per_second, 0), field(row.waiting, 4));
  return text;
}

LineChart NnueTrainee::chart() const {
  ChartLine training{.name = "training", .points = {}};
  ChartLine validation{.name = "validation", .points = {}};
  for (const TrainingRow& row : state_.rows) {
    const auto step = static_cast<double>(row.step);
    training.points.push_back({.x = step, .y = row.loss});
    validation.points.push_back({.x = step, .y = row.validation_loss});
  }
  return {.title = title_,
          .x_label = "step",
          .y_label = "loss",
          .lines = {std::move(training), std::move(validation)},
          .y_is_logarithmic = true};
}

std::string NnueTrainee::row_text() const {
  const TrainingRow& row = state_.rows.back();
  return fmt::format("loss {:.5f}{}", row.loss, validation_text(row.validation_loss));
}

std::string NnueTrainee::losses_text() const {
  return fmt::format(
      "loss {:.5f}{}", last_loss_,
      state_.rows.empty() ? "" : validation_text(state_.rows.back().validation_loss));
}

std::vector<std::byte> NnueTrainee::checkpoint(const TrainingProgress& progress) const {
  return checkpoint_file(state_, progress, labels_);
}

Result<TrainingProgress> NnueTrainee::restore(std::span<const std::byte> file) {
  auto before = parse_checkpoint(file, labels_, adam_settings());
  if (!before) return std::unexpected(before.error());
  waited_before_ = waited();
  feed_.reset();
  if (const auto gone = source_.go_to(before->cursor); !gone) return std::unexpected(gone.error());
  state_ = *std::move(before);
  cursor_ = state_.cursor;
  return state_;
}

std::string notes_of(const NnueTrainee& trainee, const TrainingProgress& progress,
                     const TrainingSettings& settings, const std::string& data) {
  std::string notes =
      fmt::format("Trained with Tabiya {}\nfrom {}\n{}", version(), data, to_text(settings));
  if (progress.rate_factor < 1) notes += fmt::format("rate-factor {}\n", progress.rate_factor);
  if (!trainee.rows().empty()) {
    const TrainingRow& last = trainee.rows().back();
    notes += fmt::format("loss {:.6f}\n", last.loss);
    if (std::isfinite(last.validation_loss))
      notes += fmt::format("validation-loss {:.6f}\n", last.validation_loss);
  }
  return notes;
}

}  // namespace tabiya
