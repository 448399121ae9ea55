// The state of a match in words and tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/game_play.h"
#include "match/results.h"
#include "match/sprt.h"

namespace tabiya {

// One line for a game that has ended:
//   "  3  new 1-0 old   57 moves, checkmate"
std::string game_line(const ScheduledGame&, const PlayedGame&,
                      const std::vector<std::string>& names);

// In a few words, for a line that is drawn again and again: "new +3 =5 -1  Elo +77 ± 120".
std::string short_standing(const MatchResults&, const std::vector<std::string>& names,
                           const std::optional<Sprt>&);

// All there is to say, some lines.
std::string match_summary(const MatchResults&, const std::vector<std::string>& names,
                          const std::optional<Sprt>&);

// The result of a match of two for other programs to read.

// JSON, from the first engine's view; docs/match.md describes it. Elo is told even where nothing
// but wins was seen: as if half a game more had gone the other way.
std::string match_result_json(const MatchResults&, const std::vector<std::string>& names,
                              const std::optional<Sprt>&);

}  // namespace tabiya
