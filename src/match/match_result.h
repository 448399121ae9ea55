// The result of a match of two for other programs to read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/results.h"
#include "match/sprt.h"

namespace tabiya {

// JSON, from the first engine's view; docs/match.md describes it. Elo is told even where nothing
// but wins was seen: as if half a game more had gone the other way.
std::string match_result_json(const MatchResults&, const std::vector<std::string>& names,
                              const std::optional<Sprt>&);

}  // namespace tabiya
