#include "train/az/training.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/file.h"

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

// Policy, value, same move.
std::string text_of(std::span<const double> losses) {
  return fmt::format("policy {:.4f}, value {:.4f}, same move {:.1f} %", losses[0], losses[1],
                     100 * losses[2]);
}

void write(CheckpointWriter& out, const LearnerState& state) {
  out.number(state.steps);
  out.number(static_cast<std::uint32_t>(state.arrays.size()));
  std::size_t bytes = 0;
  for (const NamedArray& array : state.arrays)
    bytes += array.values.size() * sizeof(float) + (std::size_t{1} << 10);
  out.reserve(bytes);
  for (const NamedArray& array : state.arrays) {
    out.text(array.name);
    out.number(static_cast<std::uint32_t>(array.dims.size()));
    for (const std::int64_t dim : array.dims) out.number(static_cast<std::uint64_t>(dim));
    out.floats(array.values);
  }
}

NamedArray read_array(CheckpointReader& in) {
  NamedArray array;
  array.name = in.text();
  array.dims.resize(in.lasting(in.number<std::uint32_t>(), sizeof(std::uint64_t)));
  std::uint64_t count = 1;
  for (std::int64_t& dim : array.dims) {
    const auto size = in.number<std::uint64_t>();
    // So that products cannot overflow: neither factor is above the file's length.
    dim = static_cast<std::int64_t>(in.lasting(size));
    count = in.lasting(count * static_cast<std::uint64_t>(dim));
  }
  array.values = in.floats(count);
  return array;
}

Result<LearnerState> read_state(CheckpointReader& in) {
  LearnerState state;
  state.steps = in.number<std::uint64_t>();
  state.arrays.resize(in.lasting(in.number<std::uint32_t>(), 2 * sizeof(std::uint32_t)));
  for (NamedArray& array : state.arrays) array = read_array(in);
  if (!in.is_whole()) return failure("the checkpoint is not as long as it says");
  if (!state.is_finite())
    return failure("the checkpoint is damaged: some of its numbers are not finite");
  return state;
}

}  // namespace

TrainingPlan plan_of(const AzSettings& settings, std::uint64_t positions,
                     std::uint64_t fingerprint) {
  return {.output = settings.output,
          .labels = {.kind = kAzCheckpoint,
                     .settings = decisive_text(settings),
                     .data = fmt::format("{} positions", positions),
                     .fingerprint = fingerprint},
          .optimiser = settings.optimiser,
          .steps = steps_of(settings, positions),
          .batch = settings.batch,
          .steps_per_checkpoint = settings.interval,
          .steps_per_row = settings.interval,
          .restart = settings.restart,
          .title = settings.net + " from " + settings.data.front(),
          .loss_unit = "cross-entropy in nats"};
}

Result<LearnerState> learner_state_in(const std::filesystem::path& checkpoint) {
  const auto bytes = read_file(checkpoint, kLongestCheckpoint);
  if (!bytes) return std::unexpected(bytes.error());
  const auto named = [&](const Error& error) {
    return failure("{}: {}", checkpoint.string(), error.message);
  };
  auto reader = CheckpointReader::open(*bytes, kAzCheckpoint);
  if (!reader) return named(reader.error());
  read_head(*reader, kAzCheckpoint);
  auto state = read_state(*reader);
  if (!state) return named(state.error());
  return state;
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
  const auto state = learner_state_in(settings_.from);
  if (!state) return std::unexpected(state.error());
  if (const auto begun = learner_.begin_from(*state); !begun)
    return failure("{} is not of a network of this size ({}, history {}): {}", settings_.from,
                   settings_.net, settings_.history, begun.error().message);
  return {};
}

Result<std::vector<double>> AzTrainee::step(std::uint64_t /*step*/, double rate) {
  const auto before = std::chrono::steady_clock::now();
  if (const auto filled = source_.read(batch_); !filled) return std::unexpected(filled.error());
  waited_ += std::chrono::steady_clock::now() - before;
  const AzLosses losses = learner_.step(batch_, rate);
  if (!losses.is_finite) return std::vector<double>{};
  return std::vector{losses.policy, losses.value, losses.same_move};
}

// The averaged network saw no batch itself. With a rate that was high until the end, the averages
// of what another network saw would not be quite right for it.
Result<void> AzTrainee::finish() {
  for (int i = 0; i < kSettlingBatches; ++i) {
    if (const auto filled = source_.read(batch_); !filled) return filled;
    learner_.observe(batch_, i);
  }
  return {};
}

std::vector<LogColumn> AzTrainee::columns() const {
  return {{.name = "rate", .form = ".3g"},
          {.name = "policy_loss", .form = ".5f", .line = "policy"},
          {.name = "value_loss", .form = ".5f", .line = "value"},
          {.name = "same_move", .form = ".5f"},
          {.name = "validation_policy_loss", .form = ".5f", .line = "policy, validation"},
          {.name = "validation_value_loss", .form = ".5f", .line = "value, validation"},
          {.name = "validation_same_move", .form = ".5f"}};
}

std::vector<double> AzTrainee::row(const TrainingMoment& now, std::span<const double> losses) {
  std::array<double, 3> sums{};
  std::size_t seen = 0;
  while (seen < validation_.size()) {
    validation_.copy(seen, batch_);
    const AzLosses judged = learner_.judge(batch_);
    const auto count = static_cast<double>(batch_.count());
    sums[0] += count * judged.policy;
    sums[1] += count * judged.value;
    sums[2] += count * judged.same_move;
    seen += batch_.count();
  }
  std::vector<double> row{now.rate};
  row.insert(row.end(), losses.begin(), losses.end());
  for (const double sum : sums)
    row.push_back(seen == 0 ? std::numeric_limits<double>::quiet_NaN()
                            : sum / static_cast<double>(seen));
  return row;
}

std::string AzTrainee::row_text(const LogRow& row) const {
  const auto numbers = std::span(row.numbers).subspan(1);
  std::string text = text_of(numbers.first(3));
  if (std::isfinite(numbers[3])) text += "   validation: " + text_of(numbers.subspan(3));
  return text;
}

std::string AzTrainee::losses_text(std::span<const double> lately, const LogRow* /*last*/) const {
  return text_of(lately);
}

void AzTrainee::save(CheckpointWriter& out) const { write(out, learner_.state()); }

Result<void> AzTrainee::restore(CheckpointReader& in, const ShuffleCursor& cursor) {
  const auto state = read_state(in);
  if (!state) return std::unexpected(state.error());
  if (auto restored = learner_.restore(*state); !restored) return restored;
  return source_.go_to(cursor);
}

}  // namespace tabiya
