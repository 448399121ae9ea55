#include "train/nnue/training.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/atomic_file.h"
#include "base/result.h"
#include "train/batch_feed.h"
#include "train/nnue/gradient.h"
#include "train/work_team.h"

namespace tabiya {

namespace {

using Clock = std::chrono::steady_clock;

// After a loss that is not a number, the rate for the rest is this part of what was planned.
constexpr double kCarefulRate = 0.3;

CheckpointLabels labels_of(const TrainingPlan& plan) {
  return {.settings = to_text(plan.settings), .data = plan.data, .fingerprint = plan.fingerprint};
}

class Training {
 public:
  Training(const TrainingPlan& plan, TrainingState state, PositionSource& source,
           std::span<const ScoredPosition> held_out, const TrainingEvents& events)
      : plan_(plan),
        settings_(plan.settings),
        source_(source),
        held_out_(held_out),
        events_(events),
        labels_(labels_of(plan)),
        rates_(rate_plan(plan.settings)),
        state_(std::move(state)),
        team_(plan.threads),
        gradient_(plan.settings.width, team_) {}

  Result<bool> run();
  TrainingState state() && { return std::move(state_); }

 private:
  Result<void> begin_reading();
  Result<void> step();
  Result<void> go_back(const std::string& why);
  Result<void> save();
  void add_row();
  TrainingNews news() const;

  const TrainingPlan& plan_;
  const TrainingSettings& settings_;
  PositionSource& source_;
  std::span<const ScoredPosition> held_out_;
  const TrainingEvents& events_;
  CheckpointLabels labels_;
  RatePlan rates_;
  TrainingState state_;
  WorkTeam team_;
  Gradient gradient_;
  std::unique_ptr<BatchFeed> feed_;
  std::vector<std::byte> last_save_;

  // Of this run alone.
  Clock::time_point begin_ = Clock::now();
  double seconds_before_ = 0;
  std::uint64_t steps_here_ = 0;
  double waited_before_ = 0;  // on feeds that were given up
  double last_loss_ = std::numeric_limits<double>::quiet_NaN();
  bool has_new_row_ = false;
};

Result<void> Training::begin_reading() {
  if (feed_) waited_before_ += feed_->waited().count();
  feed_.reset();
  if (const auto gone = source_.go_to(state_.cursor); !gone) return gone;
  feed_ = std::make_unique<BatchFeed>(source_, settings_.batch);
  return {};
}

Result<void> Training::step() {
  const auto batch = feed_->next();
  if (!batch) return std::unexpected(batch.error());
  const LossShape shape = loss_shape_after(settings_, state_.step);
  const double loss =
      events_.measured(state_.step, gradient_.compute(state_.network, batch->positions, shape));
  if (!std::isfinite(loss))
    return go_back(fmt::format("the loss of step {} is not a number", state_.step + 1));

  const double rate = state_.rate_factor * rates_.at(state_.step);
  state_.adam.step(state_.network, gradient_.derivatives(), static_cast<float>(rate),
                   state_.step + 1, team_);
  ++state_.step;
  ++steps_here_;
  state_.cursor = batch->after;
  state_.loss_sum += loss;
  ++state_.loss_steps;
  last_loss_ = loss;
  has_new_row_ = state_.step % plan_.steps_per_row == 0 || state_.step == settings_.steps;
  if (has_new_row_) add_row();
  return {};
}

Result<void> Training::go_back(const std::string& why) {
  if (state_.rate_factor < 1)
    return failure("{}, and a lower rate did not help; try a lower --rate", why);
  auto before = parse_checkpoint(last_save_, labels_,
                                 {.weight_decay = static_cast<float>(settings_.weight_decay)});
  if (!before) return std::unexpected(before.error());
  state_ = *std::move(before);
  state_.rate_factor = kCarefulRate;
  events_.warned(
      fmt::format("{}: going on from step {} with {} of the rate", why, state_.step, kCarefulRate));
  // Whoever goes on after a stop shall know of the lower rate.
  if (state_.step > 0)
    if (const auto saved = save(); !saved) return saved;
  return begin_reading();
}

void Training::add_row() {
  const LossShape shape = loss_shape_after(settings_, state_.step - 1);
  const TrainingNews now = news();
  state_.rows.push_back({.step = state_.step,
                         .loss = state_.loss_sum / static_cast<double>(state_.loss_steps),
                         .validation_loss = held_out_.empty()
                                                ? std::numeric_limits<double>::quiet_NaN()
                                                : gradient_.loss(state_.network, held_out_, shape),
                         .rate = now.rate,
                         .blend = double{shape.blend},
                         .positions_per_second = now.positions_per_second,
                         .waiting = now.waiting});
  state_.loss_sum = 0;
  state_.loss_steps = 0;
}

TrainingNews Training::news() const {
  const double seconds =
      std::max(std::chrono::duration<double>(Clock::now() - begin_).count(), 1e-9);
  const auto positions = static_cast<double>(steps_here_ * settings_.batch);
  TrainingNews news{.step = state_.step,
                    .loss = state_.loss_steps > 0
                                ? state_.loss_sum / static_cast<double>(state_.loss_steps)
                                : last_loss_,
                    .validation_loss = std::nullopt,
                    .rate = state_.rate_factor * rates_.at(state_.step > 0 ? state_.step - 1 : 0),
                    .positions_per_second = positions / seconds,
                    .waiting = (waited_before_ + feed_->waited().count()) / seconds,
                    .row = has_new_row_ && !state_.rows.empty() ? &state_.rows.back() : nullptr};
  if (!state_.rows.empty() && !held_out_.empty())
    news.validation_loss = state_.rows.back().validation_loss;
  return news;
}

// A loss can be a number when the weights it led to are none.
Result<void> Training::save() {
  if (!state_.is_finite())
    return go_back(fmt::format("a weight after step {} is not a number", state_.step));
  state_.seconds = seconds_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
  last_save_ = checkpoint_file(state_, labels_);
  if (const auto written = write_file_atomically(plan_.checkpoint, last_save_); !written)
    return written;
  events_.saved(state_);
  return {};
}

Result<bool> Training::run() {
  seconds_before_ = state_.seconds;
  last_save_ = checkpoint_file(state_, labels_);
  if (const auto begun = begin_reading(); !begun) return std::unexpected(begun.error());
  events_.began(state_.step);
  while (state_.step < settings_.steps) {
    if (const auto done = step(); !done) return std::unexpected(done.error());
    const bool goes_on = events_.stepped(news());
    has_new_row_ = false;
    const bool is_over = !goes_on || state_.step == settings_.steps;
    const bool is_due = is_over || state_.step % plan_.steps_per_checkpoint == 0;
    if (is_due && state_.step > 0)
      if (const auto saved = save(); !saved) return std::unexpected(saved.error());
    // Whoever went back instead of saving stands at an earlier step.
    if (!goes_on) return state_.step == settings_.steps;
  }
  return true;
}

}  // namespace

Result<TrainingEnd> train(const TrainingPlan& plan, FloatNetwork start, PositionSource& source,
                          std::span<const ScoredPosition> held_out, const TrainingEvents& events) {
  const AdamSettings adam{.weight_decay = static_cast<float>(plan.settings.weight_decay)};
  TrainingState state(std::move(start), adam);
  std::error_code unknown;
  if (!plan.restart && std::filesystem::exists(plan.checkpoint, unknown)) {
    auto before = load_checkpoint(plan.checkpoint, labels_of(plan), adam);
    if (!before) return std::unexpected(before.error());
    state = *std::move(before);
  }
  Training training(plan, std::move(state), source, held_out, events);
  const auto is_complete = training.run();
  if (!is_complete) return std::unexpected(is_complete.error());
  return TrainingEnd{.state = std::move(training).state(), .is_complete = *is_complete};
}

}  // namespace tabiya
