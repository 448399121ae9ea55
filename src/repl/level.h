// How strong the computer shall play, as people say it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/strength.h"

namespace tabiya {

struct Level {
  std::optional<Elo> elo{};  // none: as well as it can
  bool operator==(const Level&) const = default;
};

inline constexpr int kHighestLevel = 10;

// "1" to "10", where 10 is all it can; or a rating as "1400".
Result<Level> parse_level(std::string_view);

// "level 5 (Elo 1400)", "Elo 1450", "full strength"
std::string describe(const Level&);

}  // namespace tabiya
