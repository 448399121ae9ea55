#include "match/results.h"

#include <cassert>
#include <numeric>

namespace tabiya {

namespace {

// Half points of the pairing's first engine.
int half_points(PgnResult result, bool first_is_black) {
  if (result == PgnResult::Draw) return 1;
  return (result == PgnResult::WhiteWins) != first_is_black ? 2 : 0;
}

}  // namespace

Wdl& Wdl::operator+=(const Wdl& other) {
  wins += other.wins;
  draws += other.draws;
  losses += other.losses;
  return *this;
}

std::uint64_t Pentanomial::total() const {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

void MatchResults::add(std::size_t game, PgnResult result) {
  if (result == PgnResult::Unknown || !results_.emplace(game, result).second) return;
  const ScheduledGame plan = schedule_.game(game);
  const int points = half_points(result, plan.swapped);
  const auto other = results_.find(plan.swapped ? game - 1 : game + 1);
  if (other != results_.end()) {
    const int both = points + half_points(other->second, !plan.swapped);
    ++pairs_[plan.pairing].pairs[static_cast<std::size_t>(both)];
  }
  Wdl& wdl = wdl_[plan.pairing];
  switch (points) {
    case 2:
      ++wdl.wins;
      break;
    case 1:
      ++wdl.draws;
      break;
    default:
      ++wdl.losses;
  }
}

Wdl MatchResults::between(std::size_t engine, std::size_t opponent) const {
  Wdl sum;
  for (std::size_t i = 0; i < wdl_.size(); ++i) {
    const auto [first, second] = schedule_.pairings()[i];
    if (first == engine && second == opponent) sum += wdl_[i];
    if (second == engine && first == opponent) sum += wdl_[i].reversed();
  }
  return sum;
}

Wdl MatchResults::of(std::size_t engine) const {
  Wdl sum;
  for (std::size_t opponent = 0; opponent < engines_; ++opponent)
    if (opponent != engine) sum += between(engine, opponent);
  return sum;
}

Schedule::Schedule(MatchFormat format, std::size_t engines) {
  assert(engines >= 2);
  const std::size_t firsts = format == MatchFormat::Gauntlet ? 1 : engines - 1;
  for (std::size_t first = 0; first < firsts; ++first)
    for (std::size_t second = first + 1; second < engines; ++second)
      pairings_.push_back({first, second});
}

ScheduledGame Schedule::game(std::size_t number) const {
  const std::size_t in_round = number % games_in_round();
  const std::size_t pairing = in_round / 2;
  const bool swapped = in_round % 2 == 1;
  const auto [first, second] = pairings_[pairing];
  return {.number = number,
          .round = number / games_in_round(),
          .pairing = pairing,
          .white = swapped ? second : first,
          .black = swapped ? first : second,
          .swapped = swapped};
}

}  // namespace tabiya
