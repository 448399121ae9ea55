// The moves of a game with all that was said about them: variations, comments, annotation marks.
//
//   root ── e4 ── e5 ── Nf3        the first child of a node is the line that was played,
//             └── c5 ── Nf3        the others are variations
//                   └── c3
//
// All variations of a move are siblings, also those that a file has nested into another one's
// first move: 1. e4 (1. d4 (1. c4)) is 1. e4 (1. d4) (1. c4).
//
// All nodes lie in one vector and point to each other by number, so a tree of any depth is
// copied and destroyed without recursion. Nodes are only added, never removed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "notation/pgn_comment.h"

namespace tabiya {

// A node of one tree.
enum class NodeId : std::uint32_t {};

class GameTree {
 public:
  static constexpr NodeId kRoot{0};

  explicit GameTree(const Position& start) : start_(start), nodes_(1) {}

  const Position& start() const { return start_; }
  std::size_t size() const { return nodes_.size(); }  // the root included

  // The last child of a node. Precondition: the move is legal in position(parent).
  NodeId add(NodeId parent, Move move) { return add_node(parent, move); }
  // The side to move passes. Precondition: it is not in check.
  NodeId add_pass(NodeId parent) { return add_node(parent, std::nullopt); }

  std::optional<NodeId> parent(NodeId) const;        // nothing for the root
  std::optional<NodeId> first_child(NodeId) const;   // the line that was played
  std::optional<NodeId> next_sibling(NodeId) const;  // the next variation
  std::vector<NodeId> children(NodeId) const;
  NodeId end_of_line(NodeId) const;  // first child after first child

  // The move that led to this node; nothing for the root and for a pass.
  std::optional<Move> move(NodeId id) const { return node(id).move; }
  bool is_pass(NodeId id) const { return id != kRoot && !node(id).move; }

  // Played from the start: as much work as there are moves.
  Position position(NodeId) const;

  // Comments behind the move; those of the root stand before the first move. A comment in front
  // of a move is one that opens a variation or follows one.
  std::vector<std::string>& comments(NodeId id) { return node(id).comments; }
  const std::vector<std::string>& comments(NodeId id) const { return node(id).comments; }
  std::vector<std::string>& comments_before(NodeId id) { return node(id).comments_before; }
  const std::vector<std::string>& comments_before(NodeId id) const {
    return node(id).comments_before;
  }
  std::vector<Nag>& nags(NodeId id) { return node(id).nags; }
  const std::vector<Nag>& nags(NodeId id) const { return node(id).nags; }

  // What the comments behind a move say about clock and evaluation.
  CommentCommands commands(NodeId) const;

  // The same moves, variations and annotations in the same order.
  bool operator==(const GameTree&) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  struct Node {
    std::optional<Move> move{};
    std::uint32_t parent = kNone;
    std::uint32_t first_child = kNone;
    std::uint32_t last_child = kNone;
    std::uint32_t next_sibling = kNone;
    std::vector<Nag> nags{};
    std::vector<std::string> comments{};
    std::vector<std::string> comments_before{};
  };

  Node& node(NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  NodeId add_node(NodeId parent, std::optional<Move>);

  Position start_;
  std::vector<Node> nodes_;
};

// The position after a move or, without one, after a pass.
inline Position after(const Position& position, std::optional<Move> move) {
  return move ? position.after(*move) : position.after_pass();
}

}  // namespace tabiya
