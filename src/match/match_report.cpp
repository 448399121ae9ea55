#include "match/match_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "match/elo.h"
#include "match/ratings.h"

namespace tabiya {

namespace {

std::string wdl_text(const Wdl& wdl) {
  return fmt::format("+{} ={} -{}", wdl.wins, wdl.draws, wdl.losses);
}

double percent(const Wdl& wdl) {
  return wdl.games() == 0 ? 0 : 100 * wdl.points() / static_cast<double>(wdl.games());
}

// What rounds to zero must not be "-0.0".
double without_minus_zero(double value) { return std::abs(value) < 0.05 ? 0 : value; }

std::string elo_text(double elo) {
  return std::isinf(elo) ? (elo > 0 ? "+∞" : "-∞")
                         : fmt::format("{:+.1f}", without_minus_zero(elo));
}

std::string sprt_text(const Sprt& sprt, const Pentanomial& pairs) {
  const double llr = sprt.llr(pairs);
  const auto verdict = sprt.verdict(llr);
  std::string text = fmt::format("LLR {:.2f} of ({:.2f}, {:.2f}) for Elo {:g} or {:g}, {}", llr,
                                 sprt.lower_bound(), sprt.upper_bound(), sprt.elo0, sprt.elo1,
                                 sprt.model == EloModel::Normalized ? "normalized" : "logistic");
  if (!verdict) return text + ": not decided";
  return text +
         fmt::format(": {:g} accepted", *verdict == Sprt::Verdict::Elo1 ? sprt.elo1 : sprt.elo0);
}

std::string duel_summary(const MatchResults& results, const std::vector<std::string>& names,
                         const std::optional<Sprt>& sprt) {
  const Wdl& wdl = results.wdl(0);
  const Pentanomial& pairs = results.pentanomial(0);
  std::string text = fmt::format("{} against {}\n", names[0], names[1]);
  text += fmt::format("Games        {}: {}, {:.1f} points, {:.1f} %\n", wdl.games(), wdl_text(wdl),
                      wdl.points(), percent(wdl));
  if (wdl.games() == 0) return text;
  if (const auto elo = estimate_elo(wdl, pairs)) {
    text += fmt::format("Elo          {} (95 %: {} to {})\n", elo_text(elo->elo),
                        elo_text(elo->lower), elo_text(elo->upper));
    text += fmt::format("Normalized   {:+.1f} ± {:.1f}\n", elo->normalized, elo->normalized_error);
    text += fmt::format("Superiority  {:.1f} %\n", 100 * elo->superiority);
  } else {
    text += fmt::format("Elo          {}\n", one_sided_elo_text(wdl).value_or(""));
  }
  text +=
      fmt::format("Pairs        {} of 0, {} of ½, {} of 1, {} of 1½, {} of 2 points\n",
                  pairs.pairs[0], pairs.pairs[1], pairs.pairs[2], pairs.pairs[3], pairs.pairs[4]);
  if (sprt) text += fmt::format("SPRT         {}\n", sprt_text(*sprt, pairs));
  return text;
}

// Characters, as far as a terminal's columns go.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t taken = columns(text);
  if (taken < width) text.append(width - taken, ' ');
  return text;
}

// "8½/12"
std::string points_text(const Wdl& wdl) {
  const std::uint64_t halves = 2 * wdl.wins + wdl.draws;
  const std::string whole = halves / 2 == 0 && halves % 2 == 1 ? "" : fmt::format("{}", halves / 2);
  return fmt::format("{}{}/{}", whole, halves % 2 == 1 ? "½" : "", wdl.games());
}

// The best first, and what each made against each.
std::string crosstable(const MatchResults& results, const std::vector<std::string>& names) {
  const std::vector<Rating> ratings = rate(results);
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(-ratings[i].elo, i); });

  std::size_t name_width = 4;
  std::size_t cell_width = 3;
  for (std::size_t i = 0; i < names.size(); ++i) {
    name_width = std::max(name_width, columns(names[i]));
    for (std::size_t j = 0; j < names.size(); ++j)
      cell_width = std::max(cell_width, columns(points_text(results.between(i, j))));
  }
  std::string text =
      fmt::format("    {}      Elo      ±    Games  Points       %", padded("Name", name_width));
  for (std::size_t place = 0; place < order.size(); ++place)
    text += "  " + padded(fmt::format("{}", place + 1), cell_width);
  while (text.ends_with(' ')) text.pop_back();
  text += '\n';
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t i = order[place];
    const Wdl wdl = results.of(i);
    std::string line =
        fmt::format("{:>2}  {}  {:>+7.1f} {:>6.1f}  {:>7} {:>7.1f}  {:>6.1f}", place + 1,
                    padded(names[i], name_width), without_minus_zero(ratings[i].elo),
                    ratings[i].error, wdl.games(), wdl.points(), percent(wdl));
    for (const std::size_t j : order) {
      const Wdl cell = results.between(i, j);
      line += "  " + padded(i == j ? "·" : cell.games() == 0 ? "-" : points_text(cell), cell_width);
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + '\n';
  }
  return text;
}

}  // namespace

std::string game_line(const ScheduledGame& plan, const PlayedGame& played,
                      const std::vector<std::string>& names) {
  std::string how = played.reason;
  if (played.termination != kNormal) how = played.termination + (how.empty() ? "" : ": " + how);
  return fmt::format("{:>4}  {} {} {}   {} moves, {}", plan.number + 1, names[plan.white],
                     to_string(played.result), names[plan.black], (played.game.length() + 1) / 2,
                     how);
}

std::string short_standing(const MatchResults& results, const std::vector<std::string>& names,
                           const std::optional<Sprt>& sprt) {
  if (names.size() > 2) {
    const std::vector<Rating> ratings = rate(results);
    const auto best = std::ranges::max_element(ratings, {}, &Rating::elo) - ratings.begin();
    return fmt::format("{} games, {} leads", results.games(),
                       names[static_cast<std::size_t>(best)]);
  }
  std::string text = fmt::format("{} {}", names[0], wdl_text(results.wdl(0)));
  const Wdl& wdl = results.wdl(0);
  if (const auto elo = estimate_elo(wdl, results.pentanomial(0));
      elo && std::isfinite(elo->error()))
    text += fmt::format("  Elo {:+.0f} ± {:.0f}", elo->elo, elo->error());
  if (sprt) text += fmt::format("  LLR {:.2f}", sprt->llr(results.pentanomial(0)));
  return text;
}

std::string match_summary(const MatchResults& results, const std::vector<std::string>& names,
                          const std::optional<Sprt>& sprt) {
  return names.size() == 2 ? duel_summary(results, names, sprt) : crosstable(results, names);
}

namespace {

using nlohmann::json;

}  // namespace

std::string match_result_json(const MatchResults& results, const std::vector<std::string>& names,
                              const std::optional<Sprt>& sprt) {
  const Wdl& wdl = results.wdl(0);
  const Pentanomial& pairs = results.pentanomial(0);
  const auto [elo, error] = finite_elo(wdl, pairs);
  json result = {{"first", names[0]},  {"second", names[1]},   {"wins", wdl.wins},
                 {"draws", wdl.draws}, {"losses", wdl.losses}, {"pairs", pairs.pairs},
                 {"elo", elo},         {"error", error}};
  if (sprt) {
    const double llr = sprt->llr(pairs);
    const auto verdict = sprt->verdict(llr);
    json& test = result["sprt"] = {
        {"elo0", sprt->elo0}, {"elo1", sprt->elo1}, {"llr", llr}, {"accepted", nullptr}};
    if (verdict) test["accepted"] = *verdict == Sprt::Verdict::Elo1 ? "elo1" : "elo0";
  }
  // Names are what engines call themselves: whatever bytes they sent must not break the file.
  return result.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace tabiya
