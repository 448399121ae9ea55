#include "train/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/atomic_file.h"
#include "base/read_file.h"

namespace tabiya {

namespace {

using Clock = std::chrono::steady_clock;

// After something was not finite, the rate for the rest is this part of what was planned.
constexpr double kCarefulRate = 0.3;

// The largest network has 200 million weights, of which a checkpoint has four sets.
constexpr std::size_t kLongestCheckpoint = std::size_t{4} << 30;

class Loop {
 public:
  Loop(const TrainingPlan& plan, Trainee& trainee, TrainingWatcher& watcher)
      : plan_(plan), trainee_(trainee), watcher_(watcher) {}

  Result<TrainingEnd> run(const std::function<bool()>& stop);

 private:
  Result<void> begin();
  Result<void> restore_from_file();
  Result<void> step();
  Result<void> end_step();
  Result<void> go_back(const std::string& why);
  Result<void> save();
  Result<void> save_or_go_back();
  void write_log();
  void write(const std::filesystem::path&, const std::string& text);
  bool is_last() const { return now_.step == plan_.rates.steps; }
  bool is_due(std::uint64_t every) const { return now_.step % every == 0 || is_last(); }
  TrainingMoment moment() const;

  const TrainingPlan& plan_;
  Trainee& trainee_;
  TrainingWatcher& watcher_;
  TrainingProgress now_;
  // Where to go back to before there is a checkpoint of this training.
  std::optional<std::vector<std::byte>> beginning_;

  // Of this run alone.
  Clock::time_point start_ = Clock::now();
  double seconds_before_ = 0;
  std::uint64_t steps_here_ = 0;
  std::string last_complaint_;  // what is wrong with the log is said once
};

Result<void> Loop::begin() {
  std::error_code unreadable;
  if (plan_.restart || !std::filesystem::exists(plan_.checkpoint(), unreadable)) {
    if (auto begun = trainee_.begin_anew(); !begun) return begun;
    now_.cursor = trainee_.cursor();
    beginning_ = trainee_.checkpoint(now_);
    return {};
  }
  if (const auto restored = restore_from_file(); !restored)
    return failure("{}; start again with --restart, or train into another file to keep it",
                   restored.error().message);
  seconds_before_ = now_.seconds;
  // A run that was killed after its checkpoint had not written its log.
  write_log();
  return {};
}

Result<void> Loop::restore_from_file() {
  const std::filesystem::path file = plan_.checkpoint();
  const auto bytes = read_file(file, kLongestCheckpoint);
  if (!bytes) return std::unexpected(bytes.error());
  const auto restored = trainee_.restore(*bytes);
  if (!restored) return failure("{}: {}", file.string(), restored.error().message);
  now_ = *restored;
  return {};
}

TrainingMoment Loop::moment() const {
  const double seconds =
      std::max(std::chrono::duration<double>(Clock::now() - start_).count(), 1e-9);
  return {.step = now_.step,
          .steps = plan_.rates.steps,
          .rate = now_.rate_factor * plan_.rates.at(now_.step > 0 ? now_.step - 1 : 0),
          .positions_per_second = static_cast<double>(steps_here_ * plan_.batch) / seconds,
          .waiting = trainee_.waited().count() / seconds};
}

Result<void> Loop::step() {
  const auto learnt = trainee_.step(now_.step, now_.rate_factor * plan_.rates.at(now_.step));
  if (!learnt) return std::unexpected(learnt.error());
  if (!*learnt) return go_back(fmt::format("the loss of step {} is not finite", now_.step + 1));
  ++now_.step;
  ++now_.steps_summed;
  ++steps_here_;
  now_.cursor = trainee_.cursor();
  watcher_.after_step(moment(), trainee_);
  return end_step();
}

// A loss can be finite when the weights it led to are not, so these are looked at before they are
// kept.
Result<void> Loop::end_step() {
  if (is_last()) {
    if (const auto finished = trainee_.finish(); !finished) return finished;
    now_.cursor = trainee_.cursor();
  }
  const bool saves = is_due(plan_.steps_per_checkpoint);
  if (saves && !trainee_.is_finite())
    return go_back(fmt::format("a weight after step {} is not finite", now_.step));
  if (is_due(plan_.steps_per_row)) {
    trainee_.add_row(moment(), now_.steps_summed);
    now_.steps_summed = 0;
    watcher_.after_row(moment(), trainee_);
  }
  return saves ? save() : Result<void>{};
}

Result<void> Loop::go_back(const std::string& why) {
  if (now_.rate_factor < 1) return failure("{}, for the second time; try a lower --rate", why);
  if (beginning_) {
    const auto restored = trainee_.restore(*beginning_);
    if (!restored) return std::unexpected(restored.error());
    now_ = *restored;
  } else if (const auto restored = restore_from_file(); !restored) {
    return restored;
  }
  now_.rate_factor = kCarefulRate;
  watcher_.warn(
      fmt::format("{}: going on from step {} with {} of the rate", why, now_.step, kCarefulRate));
  // A run that goes on after a stop must know of the lower rate.
  return now_.step > 0 ? save() : Result<void>{};
}

Result<void> Loop::save() {
  now_.seconds = seconds_before_ + std::chrono::duration<double>(Clock::now() - start_).count();
  if (auto written = write_file_atomically(plan_.checkpoint(), trainee_.checkpoint(now_)); !written)
    return written;
  beginning_.reset();
  // Afterwards, so that the log is never ahead of the checkpoint.
  write_log();
  return {};
}

void Loop::write_log() {
  write(plan_.log(), trainee_.csv());
  write(plan_.picture(), svg_of(trainee_.chart()));
}

// A log that cannot be written is no reason to lose a training.
void Loop::write(const std::filesystem::path& file, const std::string& text) {
  const auto written = write_file_atomically(file, std::as_bytes(std::span(text)));
  if (written || written.error().message == last_complaint_) return;
  last_complaint_ = written.error().message;
  watcher_.warn(last_complaint_);
}

Result<void> Loop::save_or_go_back() {
  if (now_.step == 0) return {};
  if (trainee_.is_finite()) return save();
  return go_back(fmt::format("a weight after step {} is not finite", now_.step));
}

Result<TrainingEnd> Loop::run(const std::function<bool()>& stop) {
  if (const auto begun = begin(); !begun) return std::unexpected(begun.error());
  start_ = Clock::now();
  watcher_.began(now_.step, plan_.rates.steps);
  while (now_.step < plan_.rates.steps) {
    const bool stops = stop();
    const auto done = stops ? save_or_go_back() : step();
    if (!done) return std::unexpected(done.error());
    if (stops) break;
  }
  return TrainingEnd{.progress = now_, .is_complete = is_last()};
}

}  // namespace

Result<TrainingEnd> run_training(const TrainingPlan& plan, Trainee& trainee,
                                 TrainingWatcher& watcher, const std::function<bool()>& stop) {
  return Loop(plan, trainee, watcher).run(stop);
}

}  // namespace tabiya
