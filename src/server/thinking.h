// What an engine says while it thinks, for pages: from White's side, with moves in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "chess/chess960.h"
#include "chess/position.h"
#include "server/json.h"
#include "server/parts.h"
#include "server/search_slot.h"

namespace tabiya::server {

WhiteScore white_score(Score, Color to_move);

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

// The opinion of the best line; nothing if there is none.
std::optional<Evaluation> evaluation_of(const SearchProgress&, const Position&, Variant);

}  // namespace tabiya::server
