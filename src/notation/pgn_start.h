// Where a game of a PGN file begins: what its tags SetUp, FEN and Variant say together.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/chess960.h"
#include "chess/position.h"
#include "notation/error.h"

namespace tabiya {

struct PgnStart {
  Position position;
  Variant variant = Variant::Standard;
  std::vector<std::string> warnings{};
};

// The values of the tags; nothing for a tag that is missing. An error's place is in the FEN.
std::expected<PgnStart, NotationError> pgn_start(std::optional<std::string_view> setup,
                                                 std::optional<std::string_view> fen,
                                                 std::optional<std::string_view> variant);

// The variant that a Variant tag means, in the many ways people write it ("Chess960", "chess
// 960", "Fischerandom", "From Position"); nothing for those that Tabiya does not play.
std::optional<Variant> variant_from_tag(std::string_view);

}  // namespace tabiya
