#include "match/elo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tabiya {

namespace {

// The share of a normal distribution below this many standard deviations.
double normal_share(double deviations) { return std::erfc(-deviations / std::numbers::sqrt2) / 2; }

std::optional<EloEstimate> estimate(std::span<const double> counts) {
  const ScoreMoments seen = moments(counts);
  if (!(seen.count > 0) || !(seen.variance > 0)) return std::nullopt;
  const double games_in_each = static_cast<double>(counts.size() - 1) / 2;
  const double deviation = std::sqrt(seen.variance / seen.count);  // of the mean
  const auto elo_at = [](double score) { return elo_from_score(std::clamp(score, 0.0, 1.0)); };
  return EloEstimate{
      .elo = elo_at(seen.mean),
      .lower = elo_at(seen.mean - kWidth95 * deviation),
      .upper = elo_at(seen.mean + kWidth95 * deviation),
      .normalized =
          (seen.mean - 0.5) / std::sqrt(seen.variance * games_in_each) * kNormalizedEloUnit,
      .normalized_error = kWidth95 * kNormalizedEloUnit / std::sqrt(seen.count * games_in_each),
      .superiority = normal_share((seen.mean - 0.5) / deviation)};
}

}  // namespace

double score_from_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double elo_from_score(double score) { return 400 * std::log10(score / (1 - score)); }

ScoreMoments moments(std::span<const double> counts) {
  ScoreMoments sums{};
  const double last = static_cast<double>(counts.size() - 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sums.count += counts[i];
    sums.mean += counts[i] * static_cast<double>(i) / last;
  }
  if (!(sums.count > 0)) return {};
  sums.mean /= sums.count;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(i) / last - sums.mean;
    sums.variance += counts[i] * off * off / sums.count;
  }
  return sums;
}

std::optional<EloEstimate> estimate_elo(const Wdl& wdl) {
  return estimate(std::array{static_cast<double>(wdl.losses), static_cast<double>(wdl.draws),
                             static_cast<double>(wdl.wins)});
}

std::optional<EloEstimate> estimate_elo(const Pentanomial& results) {
  std::array<double, 5> counts{};
  std::ranges::transform(results.pairs, counts.begin(),
                         [](std::uint64_t count) { return static_cast<double>(count); });
  return estimate(counts);
}

std::optional<EloEstimate> estimate_elo(const Wdl& wdl, const Pentanomial& pairs) {
  if (pairs.total() >= 2)
    if (const auto estimate = estimate_elo(pairs); estimate && std::isfinite(estimate->error()))
      return estimate;
  return estimate_elo(wdl);
}

std::optional<double> one_sided_elo(const Wdl& wdl) {
  if (wdl.games() == 0 || (wdl.wins != wdl.games() && wdl.losses != wdl.games()))
    return std::nullopt;
  const double bound = std::pow(0.025, 1 / static_cast<double>(wdl.games()));
  return elo_from_score(wdl.wins > 0 ? bound : 1 - bound);
}

std::optional<std::string> one_sided_elo_text(const Wdl& wdl) {
  if (wdl.games() > 0 && wdl.draws == wdl.games()) return "0.0, all games drawn";
  const auto bound = one_sided_elo(wdl);
  if (!bound) return std::nullopt;
  return wdl.wins > 0 ? fmt::format("above {:+.0f} (95 %), all games won", *bound)
                      : fmt::format("below {:+.0f} (95 %), all games lost", *bound);
}

EloDifference finite_elo(const Wdl& wdl, const Pentanomial& pairs) {
  const auto estimate = estimate_elo(wdl, pairs);
  if (estimate && std::isfinite(estimate->error())) return {estimate->elo, estimate->error()};
  const auto games = static_cast<double>(wdl.games());
  if (games == 0) return {};
  const double score = (wdl.points() + 0.5) / (games + 1);
  const double deviation = std::sqrt(score * (1 - score) / (games + 1));
  const double high = std::min(score + kWidth95 * deviation, 1 - 0.1 / (games + 1));
  const double low = std::max(score - kWidth95 * deviation, 0.1 / (games + 1));
  return {estimate ? estimate->elo : elo_from_score(score),
          (elo_from_score(high) - elo_from_score(low)) / 2};
}

}  // namespace tabiya
