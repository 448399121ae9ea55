#include "tune/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/line_chart.h"
#include "base/text.h"

namespace tabiya {

namespace {

constexpr std::size_t kMostPoints = 400;  // of a line: more than there are columns
constexpr std::size_t kMostColumns = 4;

double steps_moved(const TunedParameter& one, double value) {
  return (value - one.start) / one.step;
}

std::size_t width_of(const std::vector<TunedParameter>& parameters) {
  std::size_t width = 9;  // "parameter"
  for (const TunedParameter& one : parameters) width = std::max(width, one.name.size());
  return width;
}

LineChart chart_of(const TunedParameter& one, std::size_t at, const TuneHistory& history,
                   std::uint64_t games) {
  LineChart chart{.title = one.name,
                  .x_label = "games",
                  .y_label = {},
                  .lines = {{.name = {}, .points = {{.x = 0, .y = one.start}}}},
                  .x_is_whole = true,
                  .width = 400,
                  .height = 260};
  const auto add = [&](const HistoryRow& row) {
    chart.lines.front().points.push_back(
        {.x = static_cast<double>(row.iterations * games), .y = row.values[at]});
  };
  const std::size_t every = history.size() / kMostPoints + 1;
  for (std::size_t i = 0; i + 1 < history.size(); i += every) add(history[i]);
  if (!history.empty()) add(history.back());
  const double end = chart.lines.front().points.back().x;
  if (history.size() > 1)
    chart.title += fmt::format(": {} → {:.1f}", one.start, history.back().values[at]);
  for (const double steps : {0.0, 1.0, -1.0}) {
    const double y = std::clamp(one.start + steps * one.step, one.lowest, one.highest);
    chart.lines.push_back(
        {.name = {}, .points = {{.x = 0, .y = y}, {.x = end, .y = y}}, .is_guide = true});
  }
  return chart;
}

}  // namespace

std::string tune_table(const std::vector<TunedParameter>& parameters,
                       const std::vector<double>& values) {
  const std::size_t width = width_of(parameters);
  std::string text = fmt::format("{:{}} {:>10} {:>10} {:>9} {:>7}\n", "parameter", width, "start",
                                 "now", "change", "steps");
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const TunedParameter& one = parameters[i];
    text += fmt::format("{:{}} {:>10} {:>10.2f} {:>+9.2f} {:>+7.2f}\n", one.name, width, one.start,
                        values[i], values[i] - one.start, steps_moved(one, values[i]));
  }
  return text;
}

std::string tally_text(const TuneTally& tally) {
  const Wdl& wdl = tally.wdl;
  std::string text = fmt::format("+{} ={} -{}", wdl.wins, wdl.draws, wdl.losses);
  if (wdl.games() > 0)
    text += fmt::format(", plus scored {:.1f} %",
                        100 * wdl.points() / static_cast<double>(wdl.games()));
  if (tally.time_losses > 0) text += fmt::format("; {} lost on time", tally.time_losses);
  if (tally.discarded > 0) text += fmt::format("; {} pairs discarded", tally.discarded);
  return text;
}

std::string tune_result(const std::vector<TunedParameter>& parameters, const TuneState& state) {
  std::string text = fmt::format("# after {} iterations, {} games: {}\n", state.iterations,
                                 state.tally.wdl.games(), tally_text(state.tally));
  std::string commands;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const TunedParameter& one = parameters[i];
    const long long value = std::llround(state.values[i]);
    text += fmt::format("{} = {}  # was {}\n", one.name, value, one.start);
    commands += fmt::format("setoption name {} value {}\n", one.name, value);
  }
  return text + '\n' + commands;
}

std::string tune_picture(const std::vector<TunedParameter>& parameters, const TuneHistory& history,
                         std::uint64_t games_in_iteration) {
  std::vector<LineChart> charts;
  charts.reserve(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    charts.push_back(chart_of(parameters[i], i, history, games_in_iteration));
  const auto square = static_cast<std::size_t>(std::ceil(std::sqrt(parameters.size())));
  return svg_of(charts, std::clamp(square, std::size_t{1}, kMostColumns));
}

}  // namespace tabiya
