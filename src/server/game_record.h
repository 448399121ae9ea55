// A game with everything that is kept of it: how it can end, and what players may do until then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/game.h"
#include "notation/pgn_game.h"
#include "server/game_values.h"
#include "server/move_tree.h"

namespace tabiya::server {

// A result that the moves do not explain, and where it holds: of an imported game.
struct ToldResult {
  GameResult result{};
  NodeNumber at = 0;
};

struct GameRecord {
  std::string id{};
  std::uint64_t seq = 0;
  Moment created = 0;
  Moment changed = 0;
  Mode mode = Mode::People;
  bool claims = false;          // draws by fifty moves and repetition must be claimed
  std::optional<int> number{};  // of the Chess960 start position
  // What a rematch needs to know of how this game was wished for.
  ColorWish color_wish = ColorWish::White;
  bool any_number = false;

  Players players{};
  std::optional<ClockControl> control{};
  std::optional<Clocks> clocks{};  // as they were at the last change
  NodeNumber tip = MoveTree::kStart;
  std::optional<GameResult> result{};
  std::optional<ToldResult> told{};
  std::optional<Color> draw_offer{};
  std::optional<Analysis> analysis{};
  std::string thinking{};  // the last of the analysis, as JSON; empty: none
  std::optional<Report> report{};
  std::string next{};  // empty: none
  PgnTags tags{};      // of an imported game

  MoveTree tree{Position::start()};
  std::vector<ChatLine> chat{};

  Variant variant() const { return tree.variant(); }
  DrawRule draw_rule() const { return claims ? DrawRule::Claim : DrawRule::Automatic; }
  Color turn() const { return tree.at(tip).position.side_to_move(); }
  bool is_study() const { return mode == Mode::Study; }
};

// What the database has to write.
struct RecordChange {
  std::vector<NodeNumber> nodes{};  // new, or different
  std::vector<NodeNumber> removed{};
  std::size_t chat_from = 0;  // lines from this index on are new
};

GameResult result_of(const Outcome&);
GameResult resignation(Color loser);
GameResult flag_fall(Color loser, const Position&);  // a draw if the other cannot mate

// `tip` is the game up to the tip.
Rights rights_of(const GameRecord&, const Game& tip);

}  // namespace tabiya::server
