#include "train/log.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace tabiya {

std::string TrainingLog::csv(std::size_t batch) const {
  std::string text = "step,positions";
  for (const LogColumn& column : columns) text += ',' + column.name;
  text += '\n';
  for (const LogRow& row : rows) {
    text += fmt::format("{},{}", row.step, row.step * batch);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text += ',';
      if (std::isfinite(row.numbers[i]))
        text += fmt::format(fmt::runtime("{:" + columns[i].form + "}"), row.numbers[i]);
    }
    text += '\n';
  }
  return text;
}

LineChart TrainingLog::chart(std::size_t batch) const {
  LineChart chart{.title = {}, .x_label = "positions", .y_label = {}, .lines = {}};
  chart.y_is_logarithmic = true;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].line.empty()) continue;
    ChartLine line{.name = columns[i].line, .points = {}};
    for (const LogRow& row : rows)
      line.points.push_back({.x = static_cast<double>(row.step * batch), .y = row.numbers[i]});
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

}  // namespace tabiya
