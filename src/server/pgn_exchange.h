// Games as PGN, out and in.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/game_record.h"
#include "server/new_game.h"
#include "server/protocol.h"

namespace tabiya::server {

// With variations, comments, clocks and evaluations.
std::string pgn_of(const GameRecord&);

struct Imported {
  GameRecord record{};  // a study, without an id
  std::int64_t games = 1;
  std::vector<std::string> notes{};  // what was skipped or mended
};

// One FEN, or PGN with any number of games, of which one is taken: the first that can be read if
// `number` (from 1) says nothing.
std::expected<Imported, Problem> import_text(std::string_view, std::optional<std::int64_t> number);

}  // namespace tabiya::server
