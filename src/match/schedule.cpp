#include "match/schedule.h"

#include <cassert>

namespace tabiya {

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
