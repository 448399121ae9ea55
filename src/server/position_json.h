// Positions, moves and nodes as pages see them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/chess960.h"
#include "chess/position.h"
#include "server/json.h"
#include "server/move_tree.h"
#include "server/parts.h"

namespace tabiya::server {

std::string board_of(const Position&);  // the first field of a FEN

Json position_json(const Position&, Variant);
Json node_json(const TreeNode&, const Position& before);  // `before` counts for moves only
Json node_json(const MoveTree&, NodeNumber);

// The first moves of a line; nothing behind one that is not legal.
inline constexpr std::size_t kLongestShownLine = 24;
std::vector<LineMove> line_moves(const Position&, std::span<const Move>, Variant);

}  // namespace tabiya::server
