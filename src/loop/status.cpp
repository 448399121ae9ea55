#include "loop/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

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

// 950, 12 k, 1.5 M
std::string short_count(std::uint64_t count) {
  const auto number = static_cast<double>(count);
  if (count < 10'000) return fmt::format("{}", count);
  if (count < 1'000'000) return fmt::format("{:.0f} k", number / 1e3);
  return fmt::format("{:.1f} M", number / 1e6);
}

// 12:05
std::string hours(double seconds) {
  const long whole = std::lround(seconds / 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

// "+41 ± 22 Elo over toga (+80 =101 -19)"
std::string result_text(const Wdl& games, double elo, double error, const std::string& opponent) {
  const auto one_sided = one_sided_elo_text(games);
  return fmt::format("{} {} ({})",
                     one_sided ? fmt::format("Elo {}, against", *one_sided)
                               : fmt::format("{} ± {:.0f} Elo over", signed_text(elo), error),
                     opponent, wdl_text(games));
}

// The bound that a match gives whose games were all won or all lost: ">+277".
std::optional<std::string> bound_text(const Wdl& games) {
  const auto bound = one_sided_elo(games);
  if (!bound) return std::nullopt;
  return fmt::format("{}{:+.0f}", games.wins > 0 ? '>' : '<', *bound);
}

bool has_bound(const Generation& generation) {
  const auto is_one_sided = [](const OpponentMatch& match) {
    return one_sided_elo(match.games).has_value();
  };
  return one_sided_elo(generation.match) || std::ranges::any_of(generation.opponents, is_one_sided);
}

std::string opponents_table(const std::vector<Generation>& all) {
  const std::vector<std::string> opponents = opponents_of(all);
  if (opponents.empty()) return {};
  const auto width = [](const std::string& name) {
    return std::max<std::size_t>(name.size(), 14) + 2;
  };
  std::string text = "\nElo over opponents that do not change\n  # ";
  for (const std::string& name : opponents) text += fmt::format("{:>{}}", name, width(name));
  text += '\n';
  for (const Generation& one : all) {
    if (one.opponents.empty()) continue;
    text += fmt::format("{:>3} ", one.number);
    for (const std::string& name : opponents) {
      const OpponentMatch* const match = match_against(one, name);
      const std::string elo =
          match == nullptr
              ? "-"
              : bound_text(match->games)
                    .value_or(fmt::format("{} ± {:.0f}", signed_text(match->elo), match->error));
      text += fmt::format("{:>{}}", elo, width(name));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string verdict(const Generation& generation) {
  return fmt::format(
      "Generation {}: {}, {}", generation.number,
      result_text(generation.match, generation.elo, generation.error, name_of(generation.opponent)),
      generation.promoted ? "promoted" : "not promoted");
}

std::string opponent_verdict(const Generation& generation, const OpponentMatch& match) {
  return fmt::format("Generation {}: {}", generation.number,
                     result_text(match.games, match.elo, match.error, match.name));
}

std::string status_table(const std::vector<Generation>& all) {
  if (all.empty()) return "No generation is finished yet.\n";
  std::string text =
      "  #  against  result           Elo      ±   over the start      ±   self-play  training  "
      "match  positions  hours\n";
  const std::vector<EloOverStart> total = strengths(all);
  std::uint64_t positions = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Generation& one = all[i];
    positions += one.positions;
    seconds += one.seconds();
    const auto bound = bound_text(one.match);
    const std::string elo = bound.value_or(signed_text(one.elo));
    const std::string error = bound ? std::string{} : fmt::format("{:.0f}", one.error);
    text += fmt::format(
        "{:>3}{} {:>7}  {:<14} {:>5}  {:>5}  {:>15}  {:>5.0f}  {:>10}  "
        "{:>8}  {:>5}  {:>9}  {:>5}\n",
        one.number, one.promoted ? '*' : ' ',
        one.opponent == 0 ? "start" : fmt::format("{}", one.opponent), wdl_text(one.match), elo,
        error, std::lround(total[i].elo), total[i].error, minutes(one.selfplay_seconds),
        minutes(one.train_seconds), minutes(one.match_seconds), short_count(positions),
        hours(seconds));
  }
  text += opponents_table(all);
  text +=
      "* promoted: it plays from then on. Times in minutes; ± is 95 %. Positions and hours (h:mm)\n"
      "  are all since the start.\n";
  if (std::ranges::any_of(all, has_bound))
    text +=
        "> < all games won or lost: at least or at most that (95 %). Over the start, it counts as "
        "if half a\n  game more had gone the other way.\n";
  return text;
}

std::string unfinished_text(const std::filesystem::path& run, const std::vector<Generation>& all) {
  Generation next;
  next.number = all.size() + 1;
  std::error_code trouble;
  if (!std::filesystem::exists(seconds_file(run, next.number), trouble) || !read_seconds(run, next))
    return {};
  const std::string opponents =
      next.opponents_seconds > 0 ? ", opponents " + minutes(next.opponents_seconds) : std::string{};
  return fmt::format(
      "Generation {} is not finished: self-play {}, training {}, match {}{} so far.\n", next.number,
      minutes(next.selfplay_seconds), minutes(next.train_seconds), minutes(next.match_seconds),
      opponents);
}

}  // namespace tabiya
