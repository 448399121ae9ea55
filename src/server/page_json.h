// Positions, nodes, games and engine output as pages see them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/chess960.h"
#include "chess/position.h"
#include "server/game_state.h"
#include "server/json.h"
#include "server/search_slot.h"

namespace tabiya::server {

std::string board_of(const Position&);  // the first field of a FEN

Json position_json(const Position&, Variant);
Json node_json(const TreeNode&, const Position& before);  // `before` counts for moves only
Json node_json(const MoveTree&, NodeNumber);

// The first moves of a line; nothing behind one that is not legal.
inline constexpr std::size_t kLongestShownLine = 24;
std::vector<LineMove> line_moves(const Position&, std::span<const Move>, Variant);

// A whole game, as it stands in "joined" and below /api/v1/games/.
Json state_json(const GameState&, Time now);
// What was changed, as a message without its type.
Json update_json(const GameState&, const GameUpdate&, Time now, bool with_rights);

// What an engine says while it thinks: from White's side, with moves in words.

// Which search it is that thinks, and about what.
struct ThinkingFrame {
  std::string game{};
  std::uint64_t search = 0;
  Purpose purpose = Purpose::Play;
  EngineKind engine = EngineKind::AlphaBeta;
  NodeNumber node = 0;
  Position position = Position::start();
  Variant variant = Variant::Standard;
};

// Without its type, as it stands in "joined".
Json thinking_json(const ThinkingFrame&, const SearchProgress&, std::optional<Move> best,
                   bool running);

// The moves of a node of the tree, from the side of the player whose move it is: "visits", "turn"
// and "moves".
Json branch_json(const TreeView&, Variant);
// The root, without its type, as it stands in "joined".
Json tree_json(const ThinkingFrame&, const TreeView&);

// The evaluation of the best line; nothing if there is no line.
std::optional<Evaluation> evaluation_of(const SearchProgress&, const Position&, Variant);

}  // namespace tabiya::server
