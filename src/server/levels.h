// How strong an engine opponent plays, from a beginner to all it can.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "server/parts.h"

namespace tabiya::server {

struct Level {
  int level;
  std::string_view name;
  std::optional<int> elo;  // nothing: full strength
};

// Weakest first; the last is full strength.
inline constexpr std::array kLevels{
    Level{1, "Beginner", 600},      Level{2, "Novice", 850},  Level{3, "Casual", 1100},
    Level{4, "Improving", 1350},    Level{5, "Club", 1600},   Level{6, "Strong club", 1850},
    Level{7, "Expert", 2100},       Level{8, "Master", 2350}, Level{9, "Grandmaster", 2600},
    Level{10, "Full strength", {}},
};
inline constexpr int kFullStrength = kLevels.back().level;

constexpr bool is_level(std::int64_t number) { return number >= 1 && number <= kFullStrength; }

std::string_view engine_name(EngineKind);  // "Alpha-beta"

// Precondition: is_level(level).
Player engine_player(EngineKind, int level);

}  // namespace tabiya::server
