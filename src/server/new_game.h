// A game as a player wishes for it, and the record it begins with.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "engine/strength.h"
#include "notation/error.h"
#include "server/game_record.h"
#include "server/json.h"
#include "server/protocol.h"

namespace tabiya::server {

struct StartWish {
  std::optional<Variant> variant{};
  std::optional<std::string> fen{};
  std::optional<std::int64_t> number{};  // of Chess960; nothing: any
};

struct NewGame {
  Mode mode = Mode::Study;
  StartWish start{};
  std::vector<std::string> moves{};
  ColorWish color = ColorWish::White;
  EngineKind engine = EngineKind::AlphaBeta;
  int level = kDefaultLevel;
  std::optional<ClockControl> control{};
  bool claims = false;
};

std::expected<NewGame, Problem> parse_new_game(const JsonIn&);

struct MadeGame {
  GameRecord record{};
  std::vector<std::string> notes{};  // for people
};

// Without an id.
std::expected<MadeGame, Problem> make_game(const NewGame&, Random&);

std::string_view engine_name(EngineKind);  // "Alpha-beta"

// Precondition: is_level(level).
Player engine_player(EngineKind, int level);

// The same settings, for a rematch or a new game.
NewGame wish_of(const GameRecord&);

// A mistake in a FEN as pages hear of it.
Problem bad_fen(const NotationError&);

}  // namespace tabiya::server
