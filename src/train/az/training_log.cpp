#include "train/az/training_log.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace tabiya {

std::string csv_of(std::span<const AzRow> rows) {
  std::string text =
      "step,positions,rate,policy_loss,value_loss,same_move,"
      "validation_policy_loss,validation_value_loss,validation_same_move\n";
  for (const AzRow& row : rows) {
    text += fmt::format("{:.0f},{:.0f},{:.3g}", row.step, row.positions, row.rate);
    for (const double number : {row.policy, row.value, row.same_move, row.validation_policy,
                                row.validation_value, row.validation_same_move})
      text += std::isfinite(number) ? fmt::format(",{:.5f}", number) : ",";
    text += '\n';
  }
  return text;
}

LineChart chart_of(std::span<const AzRow> rows, std::string title) {
  const auto line = [&](const char* name, double AzRow::* loss) {
    ChartLine drawn{.name = name, .points = {}};
    for (const AzRow& row : rows) drawn.points.push_back({.x = row.positions, .y = row.*loss});
    return drawn;
  };
  return {
      .title = std::move(title),
      .x_label = "positions",
      .y_label = "cross-entropy in nats",
      .lines = {line("policy", &AzRow::policy),
                line("policy, validation", &AzRow::validation_policy), line("value", &AzRow::value),
                line("value, validation", &AzRow::validation_value)},
      .y_is_logarithmic = true};
}

}  // namespace tabiya
