#include "server/move_tree.h"

#include <algorithm>
#include <limits>
#include <ranges>

#include "chess/movegen.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace tabiya::server {

MoveTree::MoveTree(const Position& start, Variant variant) : variant_(variant) {
  nodes_[kStart].position = start;
}

const TreeNode* MoveTree::find(NodeNumber id) const {
  const auto found = nodes_.find(id);
  return found == nodes_.end() ? nullptr : &found->second;
}

std::size_t MoveTree::comment_bytes() const {
  std::size_t sum = 0;
  for (const auto& [id, node] : nodes_) sum += node.notes.comment.size();
  return sum;
}

std::optional<NodeNumber> MoveTree::child(NodeNumber parent, Move move) const {
  for (const NodeNumber id : at(parent).children)
    if (at(id).move == move) return id;
  return std::nullopt;
}

TreeNode& MoveTree::insert(NodeNumber parent_id, Move move, NodeNumber id, int order) {
  TreeNode& parent = nodes_.at(parent_id);
  TreeNode& node = nodes_[id];
  node.id = id;
  node.parent = parent_id;
  node.order = order;
  node.ply = parent.ply + 1;
  node.move = move;
  node.uci = to_uci(parent.position, move, variant_);
  node.san = to_san(parent.position, move);
  node.position = parent.position.after(move);
  const auto place = std::ranges::upper_bound(parent.children, order, {},
                                              [this](NodeNumber each) { return at(each).order; });
  parent.children.insert(place, id);
  next_ = std::max(next_, id + 1);
  return node;
}

NodeNumber MoveTree::add(NodeNumber parent, Move move) {
  const std::vector<NodeNumber>& siblings = at(parent).children;
  const int order = siblings.empty() ? 0 : at(siblings.back()).order + 1;
  return insert(parent, move, next_, order).id;
}

bool MoveTree::restore(NodeNumber parent, Move move, NodeNumber id, int order) {
  constexpr int kFarthest = std::numeric_limits<int>::max() / 2;
  if (id <= parent || nodes_.contains(id) || order < -kFarthest || order > kFarthest) return false;
  if (!is_legal(at(parent).position, move) || child(parent, move)) return false;
  insert(parent, move, id, order);
  return true;
}

void MoveTree::never_use_below(NodeNumber id) { next_ = std::max(next_, id); }

std::vector<NodeNumber> MoveTree::remove(NodeNumber id) {
  std::erase(nodes_.at(*at(id).parent).children, id);
  std::vector<NodeNumber> removed{id};
  for (std::size_t i = 0; i < removed.size(); ++i) {
    const std::vector<NodeNumber>& children = at(removed[i]).children;
    removed.insert(removed.end(), children.begin(), children.end());
  }
  for (const NodeNumber each : removed) nodes_.erase(each);
  return removed;
}

bool MoveTree::promote(NodeNumber id) {
  std::vector<NodeNumber>& siblings = nodes_.at(*at(id).parent).children;
  if (siblings.front() == id) return false;
  nodes_.at(id).order = at(siblings.front()).order - 1;
  std::erase(siblings, id);
  siblings.insert(siblings.begin(), id);
  return true;
}

NodeNumber MoveTree::end_of_line(NodeNumber id) const {
  while (!at(id).children.empty()) id = at(id).children.front();
  return id;
}

std::vector<NodeNumber> MoveTree::path(NodeNumber id) const {
  std::vector<NodeNumber> way{id};
  while (at(way.back()).parent) way.push_back(*at(way.back()).parent);
  std::ranges::reverse(way);
  return way;
}

bool MoveTree::is_on_main_line(NodeNumber id) const {
  while (const auto parent = at(id).parent) {
    if (at(*parent).children.front() != id) return false;
    id = *parent;
  }
  return true;
}

Game MoveTree::game_at(NodeNumber id, DrawRule rule) const {
  Game game(at(kStart).position, variant_, rule);
  for (const NodeNumber each : path(id) | std::views::drop(1)) game.play(*at(each).move);
  return game;
}

}  // namespace tabiya::server
