#include "notation/game_tree.h"

#include <algorithm>
#include <utility>

namespace tabiya {

namespace {

std::optional<NodeId> id_or_nothing(std::uint32_t id, std::uint32_t none) {
  if (id == none) return std::nullopt;
  return static_cast<NodeId>(id);
}

}  // namespace

NodeId GameTree::add_node(NodeId parent, std::optional<Move> move) {
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.move = move, .parent = static_cast<std::uint32_t>(parent)});
  Node& above = node(parent);
  if (above.first_child == kNone)
    above.first_child = id;
  else
    nodes_[above.last_child].next_sibling = id;
  above.last_child = id;
  return static_cast<NodeId>(id);
}

std::optional<NodeId> GameTree::parent(NodeId id) const {
  return id_or_nothing(node(id).parent, kNone);
}

std::optional<NodeId> GameTree::first_child(NodeId id) const {
  return id_or_nothing(node(id).first_child, kNone);
}

std::optional<NodeId> GameTree::next_sibling(NodeId id) const {
  return id_or_nothing(node(id).next_sibling, kNone);
}

std::vector<NodeId> GameTree::children(NodeId id) const {
  std::vector<NodeId> all;
  for (auto child = first_child(id); child; child = next_sibling(*child)) all.push_back(*child);
  return all;
}

NodeId GameTree::end_of_line(NodeId id) const {
  while (const auto next = first_child(id)) id = *next;
  return id;
}

Position GameTree::position(NodeId id) const {
  std::vector<std::optional<Move>> moves;
  for (NodeId at = id; at != kRoot; at = *parent(at)) moves.push_back(move(at));
  Position position = start_;
  for (std::size_t i = moves.size(); i > 0; --i) position = after(position, moves[i - 1]);
  return position;
}

CommentCommands GameTree::commands(NodeId id) const {
  CommentCommands all;
  for (const std::string& comment : comments(id)) {
    const CommentCommands found = commands_in(comment);
    if (!all.clock) all.clock = found.clock;
    if (!all.elapsed) all.elapsed = found.elapsed;
    if (!all.eval) all.eval = found.eval;
  }
  return all;
}

bool GameTree::operator==(const GameTree& other) const {
  if (start_ != other.start_ || size() != other.size()) return false;
  // Nodes may be numbered differently, so both trees are walked side by side.
  std::vector<std::pair<NodeId, NodeId>> left{{kRoot, kRoot}};
  while (!left.empty()) {
    const auto [a, b] = left.back();
    left.pop_back();
    const Node& ours = node(a);
    const Node& theirs = other.node(b);
    if (ours.move != theirs.move || ours.nags != theirs.nags || ours.comments != theirs.comments ||
        ours.comments_before != theirs.comments_before)
      return false;
    auto mine = first_child(a);
    auto yours = other.first_child(b);
    for (; mine && yours; mine = next_sibling(*mine), yours = other.next_sibling(*yours))
      left.emplace_back(*mine, *yours);
    if (mine || yours) return false;
  }
  return true;
}

}  // namespace tabiya
