#include "server/levels.h"

#include <fmt/format.h>

namespace tabiya::server {

std::string_view engine_name(EngineKind kind) {
  return kind == EngineKind::AlphaBeta ? "Alpha-beta" : "Tree search";
}

Player engine_player(EngineKind kind, int level) {
  const Level& chosen = kLevels[static_cast<std::size_t>(level) - 1];
  const std::string strength =
      chosen.elo ? fmt::format("level {}", level) : std::string("full strength");
  return {fmt::format("{}, {}", engine_name(kind), strength), kind, level, chosen.elo};
}

}  // namespace tabiya::server
