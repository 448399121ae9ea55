// The nodes of one search: growing, and living on when a move is played.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "search/mcts/node.h"

namespace tabiya {

class Tree {
 public:
  // Two arenas share these bytes: one holds the tree, the other is where the part that is still
  // of use is copied when the first is full. Throws std::bad_alloc.
  explicit Tree(std::size_t bytes);

  Node& root() { return *root_; }
  const Node& root() const { return *root_; }
  Arena& arena() { return *arena_; }
  const Arena& arena() const { return *arena_; }

  // --- from many threads at once ----------------------------------------------------------------
  std::span<const Edge> edges(const Node& node) const {
    if (node.edge_count_ == 0) return {};
    return {arena_->at<Edge>(node.edges_), node.edge_count_};
  }

  // Calls visit(index, node) for the first `count` children, until it returns false.
  template <class Visit>
  void for_children(const Node& node, int count, Visit&& visit) const {
    if (count == 0) return;  // the link may be about to be written
    if (!visit(0, *arena_->at<Node>(node.first_child_))) return;
    const ArenaRef* reference = references(node);
    for (int first = 1; first < count; first = 2 * first + 1) {
      Node* const nodes = arena_->at<Node>(*reference++);
      const int here = std::min(count - first, first + 1);
      for (int i = 0; i < here; ++i)
        if (!visit(first + i, nodes[i])) return;
    }
  }
  // Precondition: index < child_count().
  Node& child(const Node& node, int index) const {
    const auto [block, place] = place_of_child(index);
    const ArenaRef nodes = block == 0 ? node.first_child_ : references(node)[block - 1];
    return arena_->at<Node>(nodes)[place];
  }
  // Soon this node's edges and children will be looked at.
  void prefetch(const Node& node) const {
    if (node.child_count() == 0) return;  // the links may be about to be written
    __builtin_prefetch(arena_->at<Edge>(node.edges_));
    __builtin_prefetch(arena_->at<Node>(node.first_child_));
  }

  // Writes what an evaluation said about a node that this thread has claimed, and lets others see
  // it. The priors are in the order of legal_moves(). False, and the node is still Pending, if
  // there is no memory left.
  bool keep_priors(Node&, std::span<const float> priors, ArenaCursor&);
  // Makes the edges of a node that has priors. False, and nothing has changed, if there is no
  // memory.
  bool expand(Node&, std::span<const Move> legal_moves, ArenaCursor&);
  // A node without edges: the game ends there.
  void close(Node&, Proof);

  // The child of the next edge, already claimed for this thread. Its index comes out, too.
  enum class Growth { Done, NoEdgeLeft, NoMemory };
  struct NewChild {
    Growth growth;
    Node* node = nullptr;
    int index = 0;
  };
  NewChild add_child(Node&, ArenaCursor&);

  // --- while nobody searches --------------------------------------------------------------------
  void clear();
  // Makes the node after these moves the root, with all below it. The rest is left behind, in its
  // memory, so that this takes no time. If there is no such node, the tree is cleared and the
  // answer is false.
  bool advance(std::span<const Move>);
  // Whether compact() would free memory.
  bool has_left_nodes_behind() const { return has_left_nodes_behind_; }
  // Moves the tree to the other arena, without what was left behind. `give_up` is asked every few
  // hundred microseconds; if it says so, or there is no room, the answer is false and the tree is
  // as it was.
  bool compact(const std::function<bool()>& give_up);
  // Changes the priors of the root, given in the order of its edges. The unvisited ones are put in
  // order again.
  void set_root_priors(std::span<const float>);

 private:
  Node* find(std::span<const Move>) const;
  // Of the blocks of children, from the second on. Precondition: the node has edges.
  ArenaRef* references(const Node& node) const {
    return reinterpret_cast<ArenaRef*>(arena_->at<Edge>(node.edges_) + node.edge_count_);
  }

  std::unique_ptr<Arena> arena_;
  std::unique_ptr<Arena> spare_;
  Node* root_ = nullptr;
  bool has_left_nodes_behind_ = false;
};

}  // namespace tabiya
