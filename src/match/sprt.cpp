#include "match/sprt.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>

#include "match/elo.h"

namespace tabiya {

namespace {

constexpr std::size_t kMostResults = 5;

// Shares of the possible results, and numbers that belong to each of them.
struct Distribution {
  std::array<double, kMostResults> share{};
  std::array<double, kMostResults> value{};
  std::size_t size = 0;
};

// The shares closest to those seen (in likelihood) that make the mean of the values zero. They are
// share / (1 + x·value) for the one x that does so; see Owen, "Empirical Likelihood".
// Precondition: there are values on both sides of zero, and no share is zero.
Distribution with_mean_zero(const Distribution& seen) {
  const auto values = std::span(seen.value).first(seen.size);
  const auto [least, most] = std::ranges::minmax(values);
  double low = -1 / most;
  double high = -1 / least;
  // The mean falls from plus to minus infinity between these ends.
  for (int step = 0; step < 200; ++step) {
    const double x = std::midpoint(low, high);
    double mean = 0;
    for (std::size_t i = 0; i < seen.size; ++i)
      mean += seen.share[i] * seen.value[i] / (1 + x * seen.value[i]);
    (mean > 0 ? low : high) = x;
  }
  Distribution result = seen;
  const double x = std::midpoint(low, high);
  for (std::size_t i = 0; i < seen.size; ++i) result.share[i] /= 1 + x * seen.value[i];
  return result;
}

Distribution with_mean(const Distribution& seen, double mean) {
  Distribution shifted = seen;
  for (double& value : shifted.value) value -= mean;
  shifted = with_mean_zero(shifted);
  shifted.value = seen.value;
  return shifted;
}

// One step towards the distribution whose mean lies `distance` standard deviations above one half.
// The standard deviation is itself one of the distribution that is looked for; near `now`, the
// condition (mean − ½) − distance·deviation = 0 is linear in the shares, with these values.
// Nothing if no shares can meet it.
std::optional<Distribution> step_to_distance(const Distribution& seen, const Distribution& now,
                                             double distance) {
  const ScoreMoments moment = moments(std::span(now.share).first(now.size));
  const double deviation = std::sqrt(moment.variance);
  Distribution tilted = seen;
  for (std::size_t i = 0; i < seen.size; ++i) {
    const double off = (moment.mean - seen.value[i]) / deviation;
    tilted.value[i] = seen.value[i] - 0.5 - distance * deviation * (1 + off * off) / 2;
  }
  const auto [least, most] = std::ranges::minmax(std::span(tilted.value).first(seen.size));
  if (!(least < 0 && most > 0)) return std::nullopt;
  tilted = with_mean_zero(tilted);
  tilted.value = seen.value;
  return tilted;
}

// From a mean of one half outwards, in strides that each circle until nothing changes: a long one
// could leave the distributions that are possible.
Distribution with_distance(const Distribution& seen, double distance) {
  constexpr double stride = 0.1;
  const int strides = std::max(1, static_cast<int>(std::ceil(std::abs(distance) / stride)));
  Distribution result = with_mean(seen, 0.5);
  for (int stage = 1; stage <= strides; ++stage) {
    for (int round = 0; round < 100; ++round) {
      const auto next = step_to_distance(seen, result, distance * stage / strides);
      if (!next) return result;
      double change = 0;
      for (std::size_t i = 0; i < seen.size; ++i)
        change = std::max(change, std::abs(next->share[i] - result.share[i]));
      result = *next;
      if (change < 1e-12) break;
    }
  }
  return result;
}

}  // namespace

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }

double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

double Sprt::llr(std::span<const double> counts) const {
  assert(counts.size() >= 2 && counts.size() <= kMostResults);
  if (std::accumulate(counts.begin(), counts.end(), 0.0) <= 0) return 0;

  // A result that has not been seen yet is not impossible; fishtest, too, counts it this often.
  constexpr double unseen = 1e-3;
  Distribution seen;
  seen.size = counts.size();
  double total = 0;
  for (std::size_t i = 0; i < seen.size; ++i) {
    seen.share[i] = std::max(counts[i], unseen);
    seen.value[i] = static_cast<double>(i) / static_cast<double>(seen.size - 1);
    total += seen.share[i];
  }
  for (double& share : seen.share) share /= total;

  const auto likeliest = [&](double elo) {
    if (model == EloModel::Logistic) return with_mean(seen, score_from_elo(elo));
    const double games_in_each = static_cast<double>(seen.size - 1) / 2;
    return with_distance(seen, elo / kNormalizedEloUnit * std::sqrt(games_in_each));
  };
  const Distribution under0 = likeliest(elo0);
  const Distribution under1 = likeliest(elo1);
  double sum = 0;
  for (std::size_t i = 0; i < seen.size; ++i)
    sum += seen.share[i] * std::log(under1.share[i] / under0.share[i]);
  return total * sum;
}

double Sprt::llr(const Pentanomial& results) const {
  std::array<double, 5> counts{};
  std::ranges::transform(results.pairs, counts.begin(),
                         [](std::uint64_t count) { return static_cast<double>(count); });
  return llr(counts);
}

std::optional<Sprt::Verdict> Sprt::verdict(double llr) const {
  if (llr <= lower_bound()) return Verdict::Elo0;
  if (llr >= upper_bound()) return Verdict::Elo1;
  return std::nullopt;
}

}  // namespace tabiya
