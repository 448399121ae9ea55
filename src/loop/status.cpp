#include "loop/status.h"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <utility>

#include "base/atomic_file.h"
#include "base/line_chart.h"
#include "base/result.h"

namespace tabiya {
namespace {

std::string name_of(std::uint64_t generation) {
  return generation == 0 ? "the start" : fmt::format("generation {}", generation);
}

std::string wdl_text(const Wdl& wdl) {
  return fmt::format("+{} ={} -{}", wdl.wins, wdl.draws, wdl.losses);
}

std::string minutes(double seconds) {
  const long whole = std::lround(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

// Without a sign for nothing: rounded down to 0, −0.2 would be "-0".
std::string signed_text(double elo) {
  const long whole = std::lround(elo);
  return whole == 0 ? "0" : fmt::format("{:+}", whole);
}

std::string csv(const std::vector<Generation>& all) {
  std::string text =
      "generation,opponent,wins,draws,losses,elo,error,total_elo,total_error,promoted,"
      "selfplay_seconds,train_seconds,match_seconds\n";
  const std::vector<EloOverStart> total = strengths(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Generation& one = all[i];
    text += fmt::format("{},{},{},{},{},{:.1f},{:.1f},{:.1f},{:.1f},{},{:.0f},{:.0f},{:.0f}\n",
                        one.number, one.opponent, one.match.wins, one.match.draws, one.match.losses,
                        one.elo, one.error, total[i].elo, total[i].error, one.promoted ? 1 : 0,
                        one.selfplay_seconds, one.train_seconds, one.match_seconds);
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
  return {.title = "Elo over the start",
          .x_label = "generation",
          .y_label = "Elo",
          .lines = {std::move(best), std::move(others)},
          .x_is_whole = true};
}

}  // namespace

std::string verdict(const Generation& generation) {
  const auto one_sided = one_sided_elo_text(generation.match);
  const std::string elo = one_sided ? fmt::format("Elo {}, against", *one_sided)
                                    : fmt::format("{} ± {:.0f} Elo over",
                                                  signed_text(generation.elo), generation.error);
  return fmt::format("Generation {}: {} {} ({}), {}", generation.number, elo,
                     name_of(generation.opponent), wdl_text(generation.match),
                     generation.promoted ? "promoted" : "not promoted");
}

std::string status_table(const std::vector<Generation>& all) {
  if (all.empty()) return "No generation is finished yet.\n";
  std::string text =
      "  #  against  result           Elo      ±   over the start      ±   self-play  training  "
      "match\n";
  const std::vector<EloOverStart> total = strengths(all);
  bool is_one_sided = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Generation& one = all[i];
    std::string elo = signed_text(one.elo);
    std::string error = fmt::format("{:.0f}", one.error);
    if (const auto bound = one_sided_elo(one.match)) {
      elo = fmt::format("{}{:+.0f}", one.match.wins > 0 ? '>' : '<', *bound);
      error.clear();
      is_one_sided = true;
    }
    text += fmt::format(
        "{:>3}{} {:>7}  {:<14} {:>5}  {:>5}  {:>15}  {:>5.0f}  {:>10}  "
        "{:>8}  {:>5}\n",
        one.number, one.promoted ? '*' : ' ',
        one.opponent == 0 ? "start" : fmt::format("{}", one.opponent), wdl_text(one.match), elo,
        error, std::lround(total[i].elo), total[i].error, minutes(one.selfplay_seconds),
        minutes(one.train_seconds), minutes(one.match_seconds));
  }
  text += "* promoted: it plays from then on. Times in minutes; ± is 95 %.\n";
  if (is_one_sided)
    text +=
        "> < all games won or lost: at least or at most that (95 %). Over the start, it counts as "
        "if "
        "half a\n  game more had gone the other way.\n";
  return text;
}

std::string unfinished_text(const std::filesystem::path& run, const std::vector<Generation>& all) {
  Generation next;
  next.number = all.size() + 1;
  std::error_code trouble;
  if (!std::filesystem::exists(seconds_file(run, next.number), trouble) || !read_seconds(run, next))
    return {};
  return fmt::format("Generation {} is not finished: self-play {}, training {}, match {} so far.\n",
                     next.number, minutes(next.selfplay_seconds), minutes(next.train_seconds),
                     minutes(next.match_seconds));
}

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
