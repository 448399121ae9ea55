#include "train/nnue/checkpoint.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "train/checkpoint_file.h"
#include "train/nnue/training_settings.h"

namespace tabiya {

namespace {

constexpr CheckpointKind kKind{.magic = "TabiyaCP", .version = 2, .trainer = "tabiya train nnue"};
constexpr std::size_t kRowBytes = std::size_t{7} * 8;

constexpr const char* kUnfit = "the checkpoint is damaged: what it says of itself does not fit";

}  // namespace

bool TrainingState::is_finite() const {
  return network.is_finite() && adam.means().is_finite() && adam.squares().is_finite() &&
         std::isfinite(rate_factor) && std::isfinite(loss_sum) && std::isfinite(seconds);
}

std::vector<std::byte> checkpoint_file(const TrainingState& state, const TrainingProgress& progress,
                                       const CheckpointLabels& labels) {
  const std::size_t numbers = 3 * state.network.values().size();
  CheckpointWriter out(
      kKind, numbers * sizeof(float) + state.rows.size() * kRowBytes + (std::size_t{1} << 12));
  out.text(labels.settings);
  out.text(labels.data);
  out.number(labels.fingerprint);
  out.number(static_cast<std::uint32_t>(state.network.width()));
  out.number(progress.step);
  out.cursor(progress.cursor);
  out.number(progress.rate_factor);
  out.number(state.loss_sum);
  out.number(progress.steps_summed);
  out.number(progress.seconds);
  out.number(static_cast<std::uint32_t>(state.rows.size()));
  for (const TrainingRow& row : state.rows) {
    out.number(row.step);
    for (const double number : {row.loss, row.validation_loss, row.rate, row.blend,
                                row.positions_per_second, row.waiting})
      out.number(number);
  }
  for (const FloatNetwork* part : {&state.network, &state.adam.means(), &state.adam.squares()})
    out.floats(part->values());
  return std::move(out).sealed();
}

Result<TrainingState> parse_checkpoint(std::span<const std::byte> file,
                                       const CheckpointLabels& labels, const AdamSettings& adam) {
  auto opened = CheckpointReader::open(file, kKind);
  if (!opened) return std::unexpected(opened.error());
  CheckpointReader& in = *opened;
  const std::string settings = in.text();
  const std::string data = in.text();
  const auto fingerprint = in.number<std::uint64_t>();
  const auto width = in.number<std::uint32_t>();
  if (in.failed()) return failure("{}", kUnfit);
  if (const auto wrong = difference_between(settings, labels.settings))
    return failure("the checkpoint was made with other settings: {}", *wrong);
  if (data != labels.data)
    return failure("the checkpoint was made with other data: \"{}\" then, \"{}\" now", data,
                   labels.data);
  if (fingerprint != labels.fingerprint)
    return failure(
        "the checkpoint was made with other data: as many games, but not the same ones in the same "
        "order");
  if (width < kLowestWidth || width > kHighestWidth || width % kWidthStep != 0)
    return failure("the checkpoint is damaged: its network has an impossible width");

  TrainingState state(FloatNetwork(static_cast<int>(width)), adam);
  state.step = in.number<std::uint64_t>();
  state.cursor = in.cursor();
  state.rate_factor = in.number<double>();
  state.loss_sum = in.number<double>();
  state.steps_summed = in.number<std::uint64_t>();
  state.seconds = in.number<double>();
  state.rows.resize(in.lasting(in.number<std::uint32_t>(), kRowBytes));
  for (TrainingRow& row : state.rows) {
    row.step = in.number<std::uint64_t>();
    for (double* const number : {&row.loss, &row.validation_loss, &row.rate, &row.blend,
                                 &row.positions_per_second, &row.waiting})
      *number = in.number<double>();
  }
  for (FloatNetwork* part : {&state.network, &state.adam.means(), &state.adam.squares()})
    in.floats(part->values());
  if (!in.is_whole() || !state.is_finite()) return failure("{}", kUnfit);
  return state;
}

}  // namespace tabiya
