#include "repl/level.h"

#include <fmt/format.h>

#include <array>

#include "base/number_from.h"
#include "base/result.h"
#include "notation/words.h"

namespace tabiya {
namespace {

// From someone who has just learnt the moves to a master; level 10 is above them all.
constexpr std::array kElo{600, 800, 1000, 1200, 1400, 1650, 1900, 2200, 2500};
static_assert(kElo.size() + 1 == kHighestLevel);

}  // namespace

Result<Level> parse_level(std::string_view text) {
  const int number = number_from<int>(text).value_or(0);
  if (number == kHighestLevel) return Level{};
  if (number >= 1 && number < kHighestLevel)
    return Level{Elo{kElo[static_cast<std::size_t>(number - 1)]}};
  if (Elo{number} >= kLowestElo && Elo{number} <= kHighestElo) return Level{Elo{number}};
  return failure("{} is neither a level from 1 to {} nor a rating from {} to {}", in_quotes(text),
                 kHighestLevel, static_cast<int>(kLowestElo), static_cast<int>(kHighestElo));
}

std::string describe(const Level& level) {
  if (!level.elo) return "full strength";
  for (std::size_t i = 0; i < kElo.size(); ++i)
    if (Elo{kElo[i]} == *level.elo) return fmt::format("level {} (Elo {})", i + 1, kElo[i]);
  return fmt::format("Elo {}", static_cast<int>(*level.elo));
}

}  // namespace tabiya
