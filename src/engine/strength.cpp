#include "engine/strength.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>

namespace tabiya {
namespace {

struct Row {
  double elo;
  double horizon;
  double error;
  double blindness;
  double candidates;
  double thousand_nodes;
};

// In between lies what is in between. At the low end every root move is judged, because people
// choose bad moves from all that there are; at the high end the few best are enough, and the
// effort goes into depth.
constexpr std::array kRows{
    Row{600, 1.2, 75, 0.30, 256, 40},   Row{1000, 1.8, 50, 0.20, 256, 60},
    Row{1400, 2.8, 32, 0.10, 256, 100}, Row{1800, 4.5, 18, 0.04, 64, 200},
    Row{2200, 7.5, 9, 0.01, 8, 400},    Row{2500, 12, 4, 0.003, 4, 800},
    Row{2800, 30, 0, 0, 1, 4000},
};

// A mate that is not seen still looks like a good attack.
constexpr int kUnseenMate = 300;
// Beyond this a person sees no difference any more: won is won.
constexpr int kClearlyWon = 1500;
constexpr double kSeenMate = 100'000;

// From 0 to 1, without 1.
double fraction(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

bool happens(double probability, Random& random) { return fraction(random) < probability; }

// Laplace's distribution: small errors often, big ones now and then, and both ways alike.
double error_of(double mean_size, Random& random) {
  const double size = -mean_size * std::log(1 - fraction(random));
  return happens(0.5, random) ? size : -size;
}

// The average with a step up or down, at least one half-move.
int horizon_of(const Strength& strength, Random& random) {
  const double whole = std::floor(strength.horizon);
  int horizon = static_cast<int>(whole) + happens(strength.horizon - whole, random);
  if (happens(0.25, random))
    --horizon;
  else if (happens(1.0 / 3, random))
    ++horizon;
  return std::max(horizon, 1);
}

// What a player who looks so far ahead takes the move to be worth.
double judgement(const Candidate& candidate, int horizon) {
  const auto last =
      std::min<std::size_t>(static_cast<std::size_t>(horizon), candidate.by_depth.size());
  const Score score = candidate.by_depth[last - 1];
  if (!score.is_mate()) return std::clamp(score.centipawns(), -kClearlyWon, kClearlyWon);
  const int sign = score.is_win() ? 1 : -1;
  if (score.mate_plies() > horizon) return sign * kUnseenMate;
  return sign * (kSeenMate - 1000.0 * score.mate_plies());
}

bool mates_at_once(const Candidate& candidate) {
  const Score score = candidate.by_depth.back();
  return score.is_mate() && score.is_win() && score.mate_plies() == 1;
}

// How good the move looks; nothing if the player does not see it.
std::optional<double> impression(const Candidate& candidate, const Strength& strength,
                                 Random& random) {
  double blindness = strength.blindness;
  double error = strength.error;
  if (candidate.obvious) {
    blindness = 0;
    error /= 4;
  } else if (mates_at_once(candidate)) {
    blindness /= 4;
  }
  // Always as many draws, so that one change of a rule does not shuffle all later games.
  const bool seen = !happens(blindness, random);
  const int horizon = horizon_of(strength, random);
  const double deviation = error_of(error, random);
  if (!seen) return std::nullopt;
  return judgement(candidate, horizon + (candidate.obvious ? 1 : 0)) + deviation;
}

}  // namespace

Strength strength_of(Elo elo) {
  const double wanted = std::clamp(static_cast<double>(elo), kRows.front().elo, kRows.back().elo);
  const auto above = std::ranges::find_if(kRows, [&](const Row& row) { return wanted <= row.elo; });
  const auto below = above == kRows.begin() ? above : above - 1;
  const double share = above == below ? 0 : (wanted - below->elo) / (above->elo - below->elo);
  const auto between = [&](double Row::* field) {
    return std::lerp(below->*field, above->*field, share);
  };
  Strength strength{};
  strength.horizon = between(&Row::horizon);
  strength.error = between(&Row::error);
  strength.blindness = between(&Row::blindness);
  strength.candidates = static_cast<int>(std::lround(between(&Row::candidates)));
  strength.nodes = static_cast<std::uint64_t>(1000 * between(&Row::thousand_nodes));
  strength.depth = static_cast<int>(std::ceil(strength.horizon)) + 2;
  return strength;
}

std::size_t choose(std::span<const Candidate> candidates, const Strength& strength,
                   Random& random) {
  assert(!candidates.empty());
  std::optional<std::size_t> chosen;
  double highest = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto value = impression(candidates[i], strength, random);
    if (!value || (chosen && *value <= highest)) continue;
    chosen = i;
    highest = *value;
  }
  // A player who saw nothing takes a closer look.
  return chosen.value_or(0);
}

}  // namespace tabiya
