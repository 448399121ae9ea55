#include "train/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "base/atomic_file.h"
#include "base/file.h"

namespace tabiya {

namespace {

using Clock = std::chrono::steady_clock;

// After something was not finite, the rate for the rest is this part of what was planned.
constexpr double kCarefulRate = 0.3;

// The weight of the last step in the losses that are shown to people.
constexpr double kFresh = 0.05;

constexpr const char* kUnfit = "the checkpoint is damaged: what it says of itself does not fit";

bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

class Loop {
 public:
  Loop(const TrainingPlan& plan, Trainee& trainee, TrainingWatcher& watcher)
      : plan_(plan), trainee_(trainee), watcher_(watcher), columns_(trainee.columns()) {}

  Result<TrainingEnd> run(const std::function<bool()>& stop);

 private:
  Result<void> begin();
  Result<void> restore_from_file();
  Result<void> restore(std::span<const std::byte> file);
  std::vector<std::byte> checkpoint() const;
  Result<void> step();
  void add_losses(std::span<const double>);
  Result<void> end_step();
  void add_row();
  Result<void> go_back(const std::string& why);
  Result<void> save();
  Result<void> save_or_go_back();
  void write_log();
  void write(const std::filesystem::path&, const std::string& text);
  bool is_last() const { return now_.step == plan_.steps; }
  bool is_due(std::uint64_t every) const { return now_.step % every == 0 || is_last(); }
  double rate_at(std::uint64_t step) const {
    return now_.rate_factor * plan_.optimiser.rate_at(step, plan_.steps);
  }
  TrainingMoment moment() const;

  const TrainingPlan& plan_;
  Trainee& trainee_;
  TrainingWatcher& watcher_;
  std::vector<LogColumn> columns_;
  TrainingProgress now_;
  // Where to go back to before there is a checkpoint of this training.
  std::optional<std::vector<std::byte>> beginning_;

  // Of this run alone.
  Clock::time_point start_ = Clock::now();
  double seconds_before_ = 0;
  std::uint64_t steps_here_ = 0;
  std::vector<double> lately_;  // smoothed losses, for people
  std::string last_complaint_;  // what is wrong with the log is said once
};

Result<void> Loop::begin() {
  // Only one that is surely not there may be written over later.
  std::error_code unreadable;
  const bool is_first = std::filesystem::status(plan_.checkpoint(), unreadable).type() ==
                        std::filesystem::file_type::not_found;
  if (plan_.restart || is_first) {
    if (auto begun = trainee_.begin_anew(); !begun) return begun;
    now_.cursor = trainee_.cursor();
    beginning_ = checkpoint();
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
  if (const auto restored = restore(*bytes); !restored)
    return failure("{}: {}", file.string(), restored.error().message);
  return {};
}

Result<void> Loop::restore(std::span<const std::byte> file) {
  auto reader = CheckpointReader::open(file, plan_.labels.kind);
  if (!reader) return std::unexpected(reader.error());
  CheckpointHead head = read_head(*reader, plan_.labels.kind);
  if (reader->failed()) return failure("{}", kUnfit);
  const CheckpointLabels& labels = plan_.labels;
  if (const auto wrong = difference_between(head.labels.settings, labels.settings))
    return failure("the checkpoint was made with other settings: {}", *wrong);
  if (head.labels.data != labels.data)
    return failure("the checkpoint was made with other data: \"{}\" then, \"{}\" now",
                   head.labels.data, labels.data);
  if (head.labels.fingerprint != labels.fingerprint)
    return failure(
        "the checkpoint was made with other data: as many games, but not the same ones in the same "
        "order");
  const TrainingProgress& then = head.progress;
  if (!std::isfinite(then.rate_factor) || !std::isfinite(then.seconds) ||
      !all_finite(then.loss_sums) || std::ranges::any_of(then.rows, [&](const LogRow& row) {
        return row.numbers.size() != columns_.size();
      }))
    return failure("{}", kUnfit);
  if (const auto restored = trainee_.restore(*reader, then.cursor); !restored) return restored;
  if (!reader->is_whole()) return failure("{}", kUnfit);
  now_ = std::move(head.progress);
  return {};
}

std::vector<std::byte> Loop::checkpoint() const {
  CheckpointWriter writer(plan_.labels.kind);
  write_head(writer, plan_.labels, now_);
  trainee_.save(writer);
  return std::move(writer).sealed();
}

TrainingMoment Loop::moment() const {
  const double seconds =
      std::max(std::chrono::duration<double>(Clock::now() - start_).count(), 1e-9);
  return {.step = now_.step,
          .steps = plan_.steps,
          .rate = rate_at(now_.step > 0 ? now_.step - 1 : 0),
          .positions_per_second = static_cast<double>(steps_here_ * plan_.batch) / seconds,
          .waiting = trainee_.waited().count() / seconds};
}

Result<void> Loop::step() {
  const auto losses = trainee_.step(now_.step, rate_at(now_.step));
  if (!losses) return std::unexpected(losses.error());
  if (losses->empty() || !all_finite(*losses))
    return go_back(fmt::format("the loss of step {} is not finite", now_.step + 1));
  ++now_.step;
  ++steps_here_;
  now_.cursor = trainee_.cursor();
  add_losses(*losses);
  watcher_.after_step(
      moment(), trainee_.losses_text(lately_, now_.rows.empty() ? nullptr : &now_.rows.back()));
  return end_step();
}

void Loop::add_losses(std::span<const double> losses) {
  ++now_.steps_summed;
  now_.loss_sums.resize(losses.size());
  if (lately_.empty()) lately_.assign(losses.begin(), losses.end());
  for (std::size_t i = 0; i < losses.size(); ++i) {
    now_.loss_sums[i] += losses[i];
    lately_[i] += kFresh * (losses[i] - lately_[i]);
  }
}

void Loop::add_row() {
  std::vector<double> means = std::exchange(now_.loss_sums, {});
  for (double& mean : means) mean /= static_cast<double>(now_.steps_summed);
  now_.steps_summed = 0;
  now_.rows.push_back({.step = now_.step, .numbers = trainee_.row(moment(), means)});
  watcher_.after_row(moment(), trainee_.row_text(now_.rows.back()));
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
  if (is_due(plan_.steps_per_row)) add_row();
  return saves ? save() : Result<void>{};
}

Result<void> Loop::go_back(const std::string& why) {
  if (now_.rate_factor < 1) return failure("{}, for the second time; try a lower --rate", why);
  if (beginning_) {
    if (const auto restored = restore(*beginning_); !restored) return restored;
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
  if (auto written = write_file_atomically(plan_.checkpoint(), checkpoint()); !written)
    return written;
  beginning_.reset();
  // Afterwards, so that the log is never ahead of the checkpoint.
  write_log();
  return {};
}

void Loop::write_log() {
  const TrainingLog log{.columns = columns_, .rows = now_.rows};
  write(plan_.log(), log.csv(plan_.batch));
  LineChart chart = log.chart(plan_.batch);
  chart.title = plan_.title;
  chart.y_label = plan_.loss_unit;
  write(plan_.picture(), svg_of(chart));
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
  watcher_.began(now_.step, plan_.steps);
  while (now_.step < plan_.steps) {
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

void write_head(CheckpointWriter& out, const CheckpointLabels& labels,
                const TrainingProgress& progress) {
  out.text(labels.settings);
  out.text(labels.data);
  out.number(labels.fingerprint);
  out.number(progress.step);
  out.cursor(progress.cursor);
  out.number(progress.rate_factor);
  out.number(progress.seconds);
  out.number(progress.steps_summed);
  out.doubles(progress.loss_sums);
  out.number(static_cast<std::uint32_t>(progress.rows.size()));
  for (const LogRow& row : progress.rows) {
    out.number(row.step);
    out.doubles(row.numbers);
  }
}

CheckpointHead read_head(CheckpointReader& in, const CheckpointKind& kind) {
  CheckpointHead head{.labels = {.kind = kind, .settings = in.text(), .data = in.text()},
                      .progress = {}};
  head.labels.fingerprint = in.number<std::uint64_t>();
  TrainingProgress& progress = head.progress;
  progress.step = in.number<std::uint64_t>();
  progress.cursor = in.cursor();
  progress.rate_factor = in.number<double>();
  progress.seconds = in.number<double>();
  progress.steps_summed = in.number<std::uint64_t>();
  progress.loss_sums = in.doubles();
  constexpr std::size_t shortest_row = sizeof(std::uint64_t) + sizeof(std::uint32_t);
  progress.rows.resize(in.lasting(in.number<std::uint32_t>(), shortest_row));
  for (LogRow& row : progress.rows) {
    row.step = in.number<std::uint64_t>();
    row.numbers = in.doubles();
  }
  return head;
}

std::optional<std::string> difference_between(const std::string& before, const std::string& now) {
  if (before == now) return std::nullopt;
  std::istringstream lines_before(before);
  std::istringstream lines_now(now);
  std::string was;
  std::string is;
  while (std::getline(lines_before, was) && std::getline(lines_now, is))
    if (was != is) return fmt::format("it was \"{}\" and is \"{}\" now", was, is);
  return "they have other names";
}

}  // namespace tabiya
