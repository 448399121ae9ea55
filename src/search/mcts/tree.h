// The nodes of one search: growing, and living on when a move is played.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

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
  // Nodes in memory, those left behind included.
  std::uint64_t size() const { return size_.load(std::memory_order_relaxed); }

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

  // The node after these moves, or null.
  Node* find(std::span<const Move>) const;
  // What expand() would make of a node that has priors. None if it has none, or has edges by now.
  std::vector<Edge> edges_to_come(Node&, std::span<const Move> legal_moves) const;

  // The child of the next edge, already claimed for this thread. Its index comes out, too. The
  // thread that adds children counts them, and adds the count to the tree's now and then.
  enum class Growth { Done, NoEdgeLeft, NoMemory };
  struct NewChild {
    Growth growth;
    Node* node = nullptr;
    int index = 0;
  };
  NewChild add_child(Node&, ArenaCursor&);
  void count_children(std::uint64_t added) { size_.fetch_add(added, std::memory_order_relaxed); }

  // --- while no thread searches -----------------------------------------------------------------
  void clear();
  // Makes the node after these moves the root, with all below it. The rest is left behind, in its
  // memory, so that this takes no time. If there is no such node, the tree is cleared and the
  // answer is false.
  bool advance(std::span<const Move>);
  // Whether a compact copy would free memory.
  bool has_left_nodes_behind() const { return has_left_nodes_behind_; }
  // To move the tree to the other arena, without what was left behind, in two steps. The first
  // takes long, and the tree may be looked at meanwhile. `give_up` is asked every few hundred
  // microseconds; if it says so, or there is no room, nothing comes out.
  struct Copy {
    Node* root;
    std::uint64_t nodes;
  };
  std::optional<Copy> compact_copy(const std::function<bool()>& give_up);
  // At once. Precondition: the tree has not changed since the copy was made.
  void move_to(const Copy&);
  // Changes the priors of the root, given in the order of its edges. The unvisited ones are put in
  // order again.
  void set_root_priors(std::span<const float>);

 private:
  // Of the blocks of children, from the second on. Precondition: the node has edges.
  ArenaRef* references(const Node& node) const {
    return reinterpret_cast<ArenaRef*>(arena_->at<Edge>(node.edges_) + node.edge_count_);
  }

  std::unique_ptr<Arena> arena_;
  std::unique_ptr<Arena> spare_;
  Node* root_ = nullptr;
  bool has_left_nodes_behind_ = false;
  std::atomic<std::uint64_t> size_ = 0;
};

}  // namespace tabiya
