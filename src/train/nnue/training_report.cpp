#include "train/nnue/training_report.h"

#include <fmt/format.h>

#include <cmath>

#include "base/version.h"

namespace tabiya {

namespace {

std::string field(double number, int digits) {
  return std::isfinite(number) ? fmt::format("{:.{}f}", number, digits) : "";
}

}  // namespace

std::string csv_of(std::span<const TrainingRow> rows, const TrainingSettings& settings) {
  std::string text =
      "step,positions,loss,validation_loss,rate,blend,positions_per_second,waiting\n";
  for (const TrainingRow& row : rows)
    text +=
        fmt::format("{},{},{},{},{},{},{},{}\n", row.step, row.step * settings.batch,
                    field(row.loss, 8), field(row.validation_loss, 8), field(row.rate, 10),
                    field(row.blend, 4), field(row.positions_per_second, 0), field(row.waiting, 4));
  return text;
}

LineChart chart_of(std::span<const TrainingRow> rows, std::string title) {
  ChartLine training{.name = "training", .points = {}};
  ChartLine validation{.name = "validation", .points = {}};
  for (const TrainingRow& row : rows) {
    const auto step = static_cast<double>(row.step);
    training.points.push_back({.x = step, .y = row.loss});
    validation.points.push_back({.x = step, .y = row.validation_loss});
  }
  return {.title = std::move(title),
          .x_label = "step",
          .y_label = "loss",
          .lines = {std::move(training), std::move(validation)},
          .y_is_logarithmic = true};
}

std::string notes_of(const TrainingState& state, const TrainingSettings& settings,
                     const std::string& data) {
  std::string notes =
      fmt::format("Trained with Tabiya {}\nfrom {}\n{}", version(), data, to_text(settings));
  if (state.rate_factor < 1) notes += fmt::format("rate-factor {}\n", state.rate_factor);
  if (!state.rows.empty()) {
    const TrainingRow& last = state.rows.back();
    notes += fmt::format("loss {:.6f}\n", last.loss);
    if (std::isfinite(last.validation_loss))
      notes += fmt::format("validation-loss {:.6f}\n", last.validation_loss);
  }
  return notes;
}

}  // namespace tabiya
