// One game of a PGN file in memory: its tags, its tree of moves, its result.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/chess960.h"
#include "chess/game.h"
#include "notation/game_tree.h"
#include "notation/pgn_reader.h"

namespace tabiya {

struct PgnTag {
  std::string name;
  std::string value;
  bool operator==(const PgnTag&) const = default;
};

// Tags in the order of their file.
class PgnTags {
 public:
  std::optional<std::string_view> value(std::string_view name) const;  // the first of that name
  void set(std::string_view name, std::string_view value);  // changes it, or adds it at the end
  void add(std::string_view name, std::string_view value);
  void remove(std::string_view name);

  std::vector<PgnTag>::const_iterator begin() const { return tags_.begin(); }
  std::vector<PgnTag>::const_iterator end() const { return tags_.end(); }
  std::size_t size() const { return tags_.size(); }
  bool operator==(const PgnTags&) const = default;

 private:
  std::vector<PgnTag> tags_;
};

struct PgnGame {
  PgnTags tags{};  // Result, SetUp, FEN and Variant too; the writer holds them to what is below
  Variant variant = Variant::Standard;
  GameTree tree{Position::start()};
  PgnResult result = PgnResult::Unknown;

  // The moves that were played. A draw does not end it before its last move.
  Game main_line() const;

  bool operator==(const PgnGame&) const = default;
};

// A game of our own: result, and the reason as Termination ("checkmate", "time forfeit"). Event,
// names and date are for the caller to set; they are "?" here.
PgnGame pgn_from(const Game&);

// The next game of a reader, or why it is broken; nothing if there is none left.
struct PgnGameRead {
  std::expected<PgnGame, PgnProblem> game;
  PgnPlace begin{};  // of its first tag or move
  std::vector<PgnProblem> warnings{};
};
std::optional<PgnGameRead> read_pgn_game(PgnReader&);

}  // namespace tabiya
