#include "loop/chart.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>

#include "base/atomic_file.h"
#include "base/line_chart.h"
#include "base/result.h"

namespace tabiya {
namespace {

std::string csv(const std::vector<Generation>& all) {
  std::string text =
      "generation,opponent,wins,draws,losses,elo,error,total_elo,total_error,promoted,"
      "selfplay_seconds,train_seconds,match_seconds,opponents_seconds,positions";
  const std::vector<std::string> opponents = opponents_of(all);
  for (const std::string& name : opponents) text += fmt::format(",over_{0},over_{0}_error", name);
  text += '\n';
  const std::vector<EloOverStart> total = strengths(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Generation& one = all[i];
    text += fmt::format(
        "{},{},{},{},{},{:.1f},{:.1f},{:.1f},{:.1f},{},{:.0f},{:.0f},{:.0f},{:.0f},{}", one.number,
        one.opponent, one.match.wins, one.match.draws, one.match.losses, one.elo, one.error,
        total[i].elo, total[i].error, one.promoted ? 1 : 0, one.selfplay_seconds, one.train_seconds,
        one.match_seconds, one.opponents_seconds, one.positions);
    for (const std::string& name : opponents) {
      const OpponentMatch* const match = match_against(one, name);
      text += match == nullptr ? ",," : fmt::format(",{:.1f},{:.1f}", match->elo, match->error);
    }
    text += '\n';
  }
  return text;
}

// Every generation where its match put it, and the line of those that were promoted.
LineChart chart(const std::vector<Generation>& all) {
  ChartLine others{.name = "not promoted", .points = {}};
  ChartLine best{.name = "promoted", .points = {{.x = 0, .y = 0}}};
  const std::vector<EloOverStart> total = strengths(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ChartPoint point{
        .x = static_cast<double>(all[i].number), .y = total[i].elo, .error = total[i].error};
    (all[i].promoted ? best : others).points.push_back(point);
  }
  LineChart chart{.title = "Elo over the start",
                  .x_label = "generation",
                  .y_label = "Elo",
                  .lines = {std::move(best), std::move(others)},
                  .x_is_whole = true};
  // An opponent is the zero of its own line.
  for (const std::string& name : opponents_of(all)) {
    chart.title = "Elo over the start, and over opponents that do not change";
    ChartLine line{.name = "over " + name, .points = {}};
    for (const Generation& one : all)
      if (const OpponentMatch* const match = match_against(one, name))
        line.points.push_back(
            {.x = static_cast<double>(one.number), .y = match->elo, .error = match->error});
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

}  // namespace

Result<void> write_chart(const std::filesystem::path& run, const std::vector<Generation>& all) {
  const std::string table = csv(all);
  if (auto written =
          write_file_atomically(run / "generations.csv", std::as_bytes(std::span(table)));
      !written)
    return written;
  const std::string picture = svg_of(chart(all));
  return write_file_atomically(run / "elo.svg", std::as_bytes(std::span(picture)));
}

}  // namespace tabiya
