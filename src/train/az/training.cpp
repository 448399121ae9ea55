#include "train/az/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "base/result.h"

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

RatePlan plan_of(const AzSettings& settings, std::uint64_t positions) {
  return {.highest = settings.rate,
          .steps = steps_of(settings, positions),
          .warm_up = settings.warm_up,
          .last = settings.last_rate};
}

}  // namespace

AzTraining::AzTraining(const AzSettings& settings, Learner& learner, SampleSource& training,
                       const HeldOutSamples& validation, AzWatcher& watcher)
    : settings_(settings),
      learner_(learner),
      source_(training),
      validation_(validation),
      watcher_(watcher),
      plan_(plan_of(settings, training.positions())),
      batch_(settings.batch, settings.shape().planes()) {}

Result<AzTraining::End> AzTraining::run(const std::function<bool()>& stop) {
  if (const auto begun = begin(); !begun) return std::unexpected(begun.error());
  start_ = Clock::now();
  while (step_ < plan_.steps) {
    if (stop()) {
      if (step_ == 0) return End::Stopped;
      const AzCheckpoint now = checkpoint();
      const auto saved = now.learner.is_finite() ? save(now) : go_back(unusable_weights());
      if (!saved) return std::unexpected(saved.error());
      return End::Stopped;
    }
    if (const auto done = step(); !done) return std::unexpected(done.error());
  }
  return End::Finished;
}

AzTraining::Done AzTraining::begin() {
  const std::filesystem::path file = settings_.checkpoint();
  std::error_code unreadable;
  if (settings_.restart || !std::filesystem::exists(file, unreadable)) return begin_anew();
  const auto checkpoint = read_checkpoint(file);
  const char* const advice = "take another output, or begin anew with --restart";
  if (!checkpoint) return failure("{}; {}", checkpoint.error().message, advice);
  if (const auto other = difference(checkpoint->settings, settings_))
    return failure("{} is of another training ({}); {}", file.string(), *other, advice);
  if (checkpoint->data_positions != source_.positions())
    return failure(
        "{} was made when the data had {} positions; they have {} now; {}, or train on "
        "from it into another output with --from",
        file.string(), checkpoint->data_positions, source_.positions(), advice);
  if (checkpoint->fingerprint != source_.fingerprint())
    return failure(
        "{} was made with other data: as many positions, but not of the same games in "
        "the same order; {}, or train on from it into another output with --from",
        file.string(), advice);
  if (const auto resumed = resume(*checkpoint); !resumed)
    return failure("{}: {}; {}", file.string(), resumed.error().message, advice);
  watcher_.note(step_ < plan_.steps
                    ? fmt::format("Going on from step {} of {}.", step_, plan_.steps)
                    : std::string("This training was finished before."));
  // Whoever was killed after the checkpoint had not told of its last row.
  if (!rows_.empty()) watcher_.after_interval(rows_);
  return {};
}

AzTraining::Done AzTraining::begin_anew() {
  if (!settings_.from.empty()) {
    const auto checkpoint = read_checkpoint(settings_.from);
    if (!checkpoint) return std::unexpected(checkpoint.error());
    if (const auto begun = learner_.begin_from(checkpoint->learner); !begun)
      return failure("{} is not of a network of this size ({}, history {}): {}", settings_.from,
                     settings_.net, settings_.history, begun.error().message);
  }
  beginning_ = checkpoint();
  return {};
}

AzTraining::Done AzTraining::resume(const AzCheckpoint& checkpoint) {
  if (const auto restored = learner_.restore(checkpoint.learner); !restored) return restored;
  step_ = checkpoint.step;
  rate_factor_ = checkpoint.rate_factor;
  sums_ = checkpoint.sums;
  steps_summed_ = checkpoint.steps_summed;
  rows_ = checkpoint.rows;
  return source_.go_to(checkpoint.cursor);
}

AzTraining::Done AzTraining::step() {
  const auto before = Clock::now();
  if (const auto filled = source_.next(batch_); !filled) return filled;
  waited_ += Clock::now() - before;
  const AzLosses losses = learner_.step(batch_, plan_.at(step_) * rate_factor_);
  if (!losses.is_finite)
    return go_back(fmt::format("step {} came to what is not a number", step_ + 1));
  ++step_;
  ++steps_here_;
  ++steps_summed_;
  sums_.policy += losses.policy;
  sums_.value += losses.value;
  sums_.same_move += losses.same_move;
  tell(losses);
  return step_ % settings_.interval == 0 || step_ == plan_.steps ? end_interval() : Done{};
}

void AzTraining::tell(const AzLosses& losses) {
  const double fresh = steps_here_ == 1 ? 1 : 0.05;
  const auto mix = [fresh](double& mean, double value) { mean += fresh * (value - mean); };
  mix(smoothed_.policy, losses.policy);
  mix(smoothed_.value, losses.value);
  mix(smoothed_.same_move, losses.same_move);
  const std::chrono::duration<double> elapsed = Clock::now() - start_;
  const double seconds = std::max(elapsed.count(), 1e-9);
  watcher_.after_step(
      {.step = step_,
       .steps = plan_.steps,
       .losses = smoothed_,
       .rate = plan_.at(step_ - 1) * rate_factor_,
       .positions_per_second = static_cast<double>(steps_here_ * settings_.batch) / seconds,
       .waiting = waited_.count() / seconds});
}

AzTraining::Done AzTraining::end_interval() {
  if (step_ == plan_.steps)
    if (const auto settled = settle_norms(); !settled) return settled;
  const auto summed = static_cast<double>(steps_summed_);
  AzRow row{.step = static_cast<double>(step_),
            .positions = static_cast<double>(step_ * settings_.batch),
            .rate = plan_.at(step_ - 1) * rate_factor_,
            .policy = sums_.policy / summed,
            .value = sums_.value / summed,
            .same_move = sums_.same_move / summed};
  if (!learner_.state().is_finite()) return go_back(unusable_weights());
  validate(row);
  rows_.push_back(row);
  sums_ = {};
  steps_summed_ = 0;
  if (const auto saved = save(checkpoint()); !saved) return saved;
  watcher_.after_interval(rows_);
  return {};
}

// The averaged network saw no batch itself. With a rate that was high until the end, the averages
// of what another network saw would not be quite right for it.
AzTraining::Done AzTraining::settle_norms() {
  for (int i = 0; i < kSettlingBatches; ++i) {
    if (const auto filled = source_.next(batch_); !filled) return filled;
    learner_.observe(batch_, i);
  }
  return {};
}

void AzTraining::validate(AzRow& row) {
  double policy = 0;
  double value = 0;
  double same_move = 0;
  std::uint64_t seen = 0;
  while (seen < validation_.size()) {
    validation_.copy(seen, batch_);
    const AzLosses losses = learner_.judge(batch_);
    const auto count = static_cast<double>(batch_.count());
    policy += count * losses.policy;
    value += count * losses.value;
    same_move += count * losses.same_move;
    seen += batch_.count();
  }
  const double all =
      seen == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(seen);
  row.validation_policy = (seen == 0 ? 1 : policy) / all;
  row.validation_value = (seen == 0 ? 1 : value) / all;
  row.validation_same_move = (seen == 0 ? 1 : same_move) / all;
}

AzTraining::Done AzTraining::go_back(const std::string& why) {
  constexpr double smaller = 0.3;
  if (rate_factor_ < 1)
    return failure("{}, for the second time; try a smaller --rate{}", why,
                   beginning_ ? "" : "; the last checkpoint is kept");
  if (beginning_) {
    if (const auto resumed = resume(*beginning_); !resumed) return resumed;
  } else {
    const auto before = read_checkpoint(settings_.checkpoint());
    if (!before) return std::unexpected(before.error());
    if (const auto resumed = resume(*before); !resumed) return resumed;
  }
  rate_factor_ = smaller;
  watcher_.note(fmt::format("Warning: {}: back to step {}, with {} of the rate from here on.", why,
                            step_, smaller));
  return step_ > 0 ? save(checkpoint()) : Done{};  // whoever goes on from there shall know
}

std::string AzTraining::unusable_weights() const {
  return fmt::format("a weight after step {} is not a number", step_);
}

AzCheckpoint AzTraining::checkpoint() const {
  return {.settings = settings_,
          .data_positions = source_.positions(),
          .fingerprint = source_.fingerprint(),
          .step = step_,
          .cursor = source_.cursor(),
          .rate_factor = rate_factor_,
          .sums = sums_,
          .steps_summed = steps_summed_,
          .rows = rows_,
          .learner = learner_.state()};
}

AzTraining::Done AzTraining::save(const AzCheckpoint& now) {
  auto written = write_checkpoint(settings_.checkpoint(), now);
  if (written) beginning_.reset();
  return written;
}

}  // namespace tabiya
