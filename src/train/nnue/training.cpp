#include "train/nnue/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/system.h"

namespace tabiya {

namespace {

double share_done(const TrainingSettings& settings, std::uint64_t steps) {
  if (settings.steps < 2) return 1.0;
  return std::min(1.0, static_cast<double>(steps) / static_cast<double>(settings.steps - 1));
}

std::string text_of(double loss, double validation) {
  return fmt::format(
      "loss {:.5f}{}", loss,
      std::isfinite(validation) ? fmt::format(", validation {:.5f}", validation) : "");
}

}  // namespace

LossShape loss_shape_after(const TrainingSettings& settings, std::uint64_t steps) {
  const double blend =
      std::lerp(settings.first_blend, settings.last_blend, share_done(settings, steps));
  return {.blend = static_cast<float>(blend),
          .power = static_cast<float>(settings.power),
          .scale = static_cast<float>(settings.scale)};
}

std::string to_text(const TrainingSettings& settings) {
  const OptimiserSettings& optimiser = settings.optimiser;
  return fmt::format(
      "width {}\ninputs {}\noutputs {}\noutput-quantum {}\nscale {}\nbatch {}\nsteps {}\nrate "
      "{}\nlast-rate {}\nwarm-up {}\nfirst-blend {}\n"
      "last-blend {}\npower {}\nweight-decay {}\nseed {}\nbegun-from {:016x}\n",
      settings.shape.width, settings.shape.mirrored ? "mirrored" : "plain", settings.shape.outputs,
      settings.shape.quantum_b, settings.scale, settings.batch, settings.steps, optimiser.rate,
      optimiser.last_rate, optimiser.warm_up, settings.first_blend, settings.last_blend,
      settings.power, optimiser.weight_decay, settings.seed, settings.start);
}

NnueTrainee::NnueTrainee(const TrainingSettings& settings, FloatNetwork start,
                         PositionSource& source, std::span<const ScoredPosition> held_out,
                         int threads)
    : settings_(settings),
      source_(source),
      held_out_(held_out),
      network_(std::move(start)),
      adam_(settings.shape, settings.optimiser.weight_decay),
      team_(threads),
      gradient_(settings.shape, team_) {}

Result<std::vector<double>> NnueTrainee::step(std::uint64_t step, double rate) {
  if (!feed_) {
    if (const auto gone = source_.go_to(cursor_); !gone) return std::unexpected(gone.error());
    feed_ = std::make_unique<BatchFeed>(source_, settings_.batch);
  }
  const auto batch = feed_->next();
  if (!batch) return std::unexpected(batch.error());
  const double loss =
      gradient_.compute(network_, batch->positions, loss_shape_after(settings_, step));
  if (!std::isfinite(loss)) return std::vector<double>{};
  adam_.step(network_, gradient_.derivatives(), static_cast<float>(rate), step + 1, team_);
  cursor_ = batch->after;
  return std::vector{loss};
}

std::chrono::duration<double> NnueTrainee::waited() const {
  return feed_ ? waited_before_ + feed_->waited() : waited_before_;
}

bool NnueTrainee::is_finite() const {
  return network_.is_finite() && adam_.means().is_finite() && adam_.squares().is_finite();
}

std::vector<LogColumn> NnueTrainee::columns() const {
  return {{.name = "loss", .form = ".8f", .line = "training"},
          {.name = "validation_loss", .form = ".8f", .line = "validation"},
          {.name = "rate", .form = ".10f"},
          {.name = "blend", .form = ".4f"},
          {.name = "positions_per_second", .form = ".0f"},
          {.name = "waiting", .form = ".4f"}};
}

std::vector<double> NnueTrainee::row(const TrainingMoment& now, std::span<const double> losses) {
  const LossShape shape = loss_shape_after(settings_, now.step - 1);
  const double validation = held_out_.empty() ? std::numeric_limits<double>::quiet_NaN()
                                              : gradient_.loss(network_, held_out_, shape);
  return {losses[0],  validation, now.rate, double{shape.blend}, now.positions_per_second,
          now.waiting};
}

std::string NnueTrainee::row_text(const LogRow& row) const {
  return text_of(row.numbers[Loss], row.numbers[ValidationLoss]);
}

std::string NnueTrainee::losses_text(std::span<const double> lately, const LogRow* last) const {
  return text_of(lately[0], last != nullptr ? last->numbers[ValidationLoss]
                                            : std::numeric_limits<double>::quiet_NaN());
}

void NnueTrainee::save(CheckpointWriter& out) const {
  out.reserve(3 * network_.values().size_bytes() + (std::size_t{1} << 10));
  for (const FloatNetwork* part : {&network_, &adam_.means(), &adam_.squares()})
    out.floats(part->values());
}

Result<void> NnueTrainee::restore(CheckpointReader& in, const ShuffleCursor& cursor) {
  FloatNetwork network(settings_.shape);
  Adam adam(settings_.shape, settings_.optimiser.weight_decay);
  for (FloatNetwork* part : {&network, &adam.means(), &adam.squares()}) in.floats(part->values());
  if (!in.is_whole())
    return failure("the checkpoint is damaged: what it says of itself does not fit");
  network_ = std::move(network);
  adam_ = std::move(adam);
  if (!is_finite()) return failure("the checkpoint is damaged: some of its numbers are not finite");
  waited_before_ = waited();
  feed_.reset();
  cursor_ = cursor;
  return source_.go_to(cursor);
}

std::string notes_of(const TrainingProgress& progress, const TrainingSettings& settings,
                     const std::string& data) {
  std::string notes =
      fmt::format("Trained with Tabiya {}\nfrom {}\n{}", version(), data, to_text(settings));
  if (progress.rate_factor < 1) notes += fmt::format("rate-factor {}\n", progress.rate_factor);
  if (progress.rows.empty()) return notes;
  const std::vector<double>& last = progress.rows.back().numbers;
  notes += fmt::format("loss {:.6f}\n", last[NnueTrainee::Loss]);
  if (const double validation = last[NnueTrainee::ValidationLoss]; std::isfinite(validation))
    notes += fmt::format("validation-loss {:.6f}\n", validation);
  return notes;
}

}  // namespace tabiya
