#include "train/az/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tabiya {

namespace {

// Batches shown to the averaged network at the end, for its norms.
constexpr int kSettlingBatches = 24;

std::uint64_t steps_of(const AzSettings& settings, std::uint64_t positions) {
  const double wanted = settings.positions > 0 ? static_cast<double>(settings.positions)
                                               : settings.epochs * static_cast<double>(positions);
  return std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(wanted / static_cast<double>(settings.batch))));
}

std::string losses_of(double policy, double value, double same_move) {
  return fmt::format("policy {:.4f}, value {:.4f}, same move {:.1f} %", policy, value,
                     100 * same_move);
}

}  // namespace

TrainingPlan plan_of(const AzSettings& settings, std::uint64_t positions_of_data) {
  return {.output = settings.output,
          .rates = {.highest = settings.rate,
                    .steps = steps_of(settings, positions_of_data),
                    .warm_up = settings.warm_up,
                    .last = settings.last_rate},
          .batch = settings.batch,
          .steps_per_checkpoint = settings.interval,
          .steps_per_row = settings.interval,
          .restart = settings.restart};
}

AzTrainee::AzTrainee(const AzSettings& settings, Learner& learner, SampleSource& training,
                     const HeldOutSamples& validation)
    : settings_(settings),
      learner_(learner),
      source_(training),
      validation_(validation),
      batch_(settings.batch, settings.shape().planes()) {}

Result<void> AzTrainee::begin_anew() {
  if (settings_.from.empty()) return {};
  const auto checkpoint = read_checkpoint(settings_.from);
  if (!checkpoint) return std::unexpected(checkpoint.error());
  if (const auto begun = learner_.begin_from(checkpoint->learner); !begun)
    return failure("{} is not of a network of this size ({}, history {}): {}", settings_.from,
                   settings_.net, settings_.history, begun.error().message);
  return {};
}

Result<bool> AzTrainee::step(std::uint64_t /*step*/, double rate) {
  const auto before = std::chrono::steady_clock::now();
  if (const auto filled = source_.next(batch_); !filled) return std::unexpected(filled.error());
  waited_ += std::chrono::steady_clock::now() - before;
  const AzLosses losses = learner_.step(batch_, rate);
  if (!losses.is_finite) return false;
  const double fresh = std::exchange(has_smoothed_, true) ? 0.05 : 1;
  for (double AzLosses::* const loss :
       {&AzLosses::policy, &AzLosses::value, &AzLosses::same_move}) {
    sums_.*loss += losses.*loss;
    smoothed_.*loss += fresh * (losses.*loss - smoothed_.*loss);
  }
  return true;
}

// The averaged network saw no batch itself. With a rate that was high until the end, the averages
// of what another network saw would not be quite right for it.
Result<void> AzTrainee::finish() {
  for (int i = 0; i < kSettlingBatches; ++i) {
    if (const auto filled = source_.next(batch_); !filled) return filled;
    learner_.observe(batch_, i);
  }
  return {};
}

void AzTrainee::add_row(const TrainingMoment& now, std::uint64_t steps_summed) {
  const auto summed = static_cast<double>(steps_summed);
  AzRow row{.step = static_cast<double>(now.step),
            .positions = static_cast<double>(now.step * settings_.batch),
            .rate = now.rate,
            .policy = sums_.policy / summed,
            .value = sums_.value / summed,
            .same_move = sums_.same_move / summed};
  validate(row);
  rows_.push_back(row);
  sums_ = {};
}

void AzTrainee::validate(AzRow& row) {
  AzLosses sums;
  std::uint64_t seen = 0;
  while (seen < validation_.size()) {
    validation_.copy(seen, batch_);
    const AzLosses losses = learner_.judge(batch_);
    const auto count = static_cast<double>(batch_.count());
    sums.policy += count * losses.policy;
    sums.value += count * losses.value;
    sums.same_move += count * losses.same_move;
    seen += batch_.count();
  }
  const auto mean = [&](double sum) {
    return seen == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(seen);
  };
  row.validation_policy = mean(sums.policy);
  row.validation_value = mean(sums.value);
  row.validation_same_move = mean(sums.same_move);
}

std::string AzTrainee::csv() const {
  std::string text =
      "step,positions,rate,policy_loss,value_loss,same_move,"
      "validation_policy_loss,validation_value_loss,validation_same_move\n";
  for (const AzRow& row : rows_) {
    text += fmt::format("{:.0f},{:.0f},{:.3g}", row.step, row.positions, row.rate);
    for (const double number : {row.policy, row.value, row.same_move, row.validation_policy,
                                row.validation_value, row.validation_same_move})
      text += std::isfinite(number) ? fmt::format(",{:.5f}", number) : ",";
    text += '\n';
  }
  return text;
}

LineChart AzTrainee::chart() const {
  const auto line = [&](const char* name, double AzRow::* loss) {
    ChartLine drawn{.name = name, .points = {}};
    for (const AzRow& row : rows_) drawn.points.push_back({.x = row.positions, .y = row.*loss});
    return drawn;
  };
  return {
      .title = settings_.net + " from " + settings_.data.front(),
      .x_label = "positions",
      .y_label = "cross-entropy in nats",
      .lines = {line("policy", &AzRow::policy),
                line("policy, validation", &AzRow::validation_policy), line("value", &AzRow::value),
                line("value, validation", &AzRow::validation_value)},
      .y_is_logarithmic = true};
}

std::string AzTrainee::row_text() const {
  const AzRow& row = rows_.back();
  std::string text = losses_of(row.policy, row.value, row.same_move);
  if (std::isfinite(row.validation_policy))
    text += "   validation: " +
            losses_of(row.validation_policy, row.validation_value, row.validation_same_move);
  return text;
}

std::string AzTrainee::losses_text() const {
  return losses_of(smoothed_.policy, smoothed_.value, smoothed_.same_move);
}

std::vector<std::byte> AzTrainee::checkpoint(const TrainingProgress& progress) const {
  AzCheckpoint checkpoint;
  static_cast<TrainingProgress&>(checkpoint) = progress;
  checkpoint.settings = settings_;
  checkpoint.data_positions = source_.positions();
  checkpoint.fingerprint = source_.fingerprint();
  checkpoint.sums = sums_;
  checkpoint.rows = rows_;
  checkpoint.learner = learner_.state();
  return bytes_of(checkpoint);
}

Result<TrainingProgress> AzTrainee::restore(std::span<const std::byte> file) {
  const auto before = checkpoint_of(file);
  if (!before) return std::unexpected(before.error());
  if (const auto other = difference(before->settings, settings_))
    return failure("the checkpoint was made with other settings: {}", *other);
  if (before->data_positions != source_.positions())
    return failure("the checkpoint was made when the data had {} positions; they have {} now",
                   before->data_positions, source_.positions());
  if (before->fingerprint != source_.fingerprint())
    return failure(
        "the checkpoint was made with other data: as many positions, but not of the same games in "
        "the same order");
  if (const auto restored = learner_.restore(before->learner); !restored)
    return std::unexpected(restored.error());
  if (const auto gone = source_.go_to(before->cursor); !gone) return std::unexpected(gone.error());
  sums_ = before->sums;
  rows_ = before->rows;
  return *before;
}

}  // namespace tabiya
