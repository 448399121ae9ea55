// Games in PGN files, as the terminal program keeps and fetches them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/game.h"

namespace tabiya {

// Adds text at the end of a file, or makes the file. Games that are there stay. An error is a
// sentence that names the file.
Result<void> append_to_file(const std::string& file, std::string_view text);

struct GameChoice {
  std::string file;
  std::uint64_t number = 1;  // in the file, from 1
  bool operator==(const GameChoice&) const = default;
};

// "games.pgn 3"; the name may have blanks. Nothing if there is no name.
std::optional<GameChoice> parse_game_choice(std::string_view);

// The moves that were played in this game, or what is wrong with it.
Result<Game> read_game(const GameChoice&);

}  // namespace tabiya
