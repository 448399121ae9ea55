// One way down the tree: the nodes and positions passed, and what the rules say about the last.
#pragma once

#include <span>
#include <vector>

#include "chess/game.h"
#include "chess/move_list.h"
#include "encode/planes.h"
#include "search/mcts/node.h"
#include "search/tablebases.h"

namespace tabiya {

class Walk {
 public:
  // Back to the root. The game is kept by reference.
  void begin(const Game&, Node& root);
  void step(Node& child, Move);

  Node& leaf() const { return *nodes_.back(); }
  const std::vector<Node*>& nodes() const { return nodes_; }
  const Position& position() const { return positions_.back(); }
  int depth() const { return static_cast<int>(nodes_.size()) - 1; }

  // Of the last position.
  void list_moves();
  // Lists them and tells what is certain about the position. At the root only a lack of moves ends
  // the game: a move was asked for.
  struct Verdict {
    Proof proof;
    bool from_tablebases = false;
  };
  Verdict judge(const Tablebases*);
  const MoveList& moves() const { return moves_; }
  // Looks at these moves only, in the order they had.
  void restrict_to(std::span<const Move>);

  // The last positions, at most this many.
  History history(int positions) const;

 private:
  int occurrences(int ply) const;

  const Game* game_ = nullptr;
  std::vector<Node*> nodes_;
  std::vector<Position> positions_;
  MoveList moves_;
};

}  // namespace tabiya
