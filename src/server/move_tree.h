// All positions that were on the board of one game, as a tree.
//
// Node 0 is the start. Among siblings the one with the lowest order is the main continuation. Ids
// are given once and never used again, also after nodes were removed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/move.h"
#include "chess/position.h"
#include "server/game_values.h"

namespace tabiya::server {

struct TreeNode {
  NodeNumber id = 0;
  std::optional<NodeNumber> parent{};  // nothing for the start
  int order = 0;
  int ply = 0;
  std::optional<Move> move{};  // nothing for the start
  Position position = Position::start();
  std::string uci{};
  std::string san{};
  NodeNotes notes{};
  std::vector<NodeNumber> children{};  // by order
};

class MoveTree {
 public:
  static constexpr NodeNumber kStart = 0;
  // A state of that many nodes is some three megabytes.
  static constexpr std::size_t kMostNodes = 10'000;

  explicit MoveTree(const Position& start, Variant variant = Variant::Standard);

  Variant variant() const { return variant_; }
  std::size_t size() const { return nodes_.size(); }
  bool is_full() const { return size() >= kMostNodes; }

  const TreeNode* find(NodeNumber) const;  // null: not there (any more)
  const TreeNode& at(NodeNumber id) const { return nodes_.at(id); }
  NodeNotes& notes(NodeNumber id) { return nodes_.at(id).notes; }
  const std::map<NodeNumber, TreeNode>& nodes() const { return nodes_; }

  std::size_t comment_bytes() const;  // of all nodes

  // The child with this move.
  std::optional<NodeNumber> child(NodeNumber parent, Move) const;

  // The last child of its parent. Preconditions: the parent is there, the move is legal there and
  // not yet among its children.
  NodeNumber add(NodeNumber parent, Move);
  // The same as it was stored. False if the id or the order cannot be.
  bool restore(NodeNumber parent, Move, NodeNumber id, int order);
  void never_use_below(NodeNumber id);
  NodeNumber next_id() const { return next_; }

  // Precondition: it is there and not the start. Parents come before children.
  std::vector<NodeNumber> remove(NodeNumber);
  // Makes it the first among its siblings; false if it was.
  bool promote(NodeNumber);

  NodeNumber end_of_line(NodeNumber) const;        // first child after first child
  std::vector<NodeNumber> path(NodeNumber) const;  // from the start to this node
  bool is_on_main_line(NodeNumber) const;

  // The game that led there, for repetition and the clocks of the rules.
  Game game_at(NodeNumber, DrawRule = DrawRule::Automatic) const;

 private:
  TreeNode& insert(NodeNumber parent, Move, NodeNumber id, int order);

  Variant variant_;
  std::map<NodeNumber, TreeNode> nodes_;  // by id: parents come before children
  NodeNumber next_ = 1;
};

}  // namespace tabiya::server
