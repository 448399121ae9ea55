// A tree is moved from one arena to the other, and what was left behind stays behind.
#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "search/mcts/tree.h"

namespace tabiya {
namespace {

constexpr std::uint32_t kNodesBetweenQuestions = 512;

struct Task {
  const Node* source;
  Node* target;
};

}  // namespace

// A stack of our own, since trees can be deeper than the machine's. The copy takes as much room as
// the original did.
std::optional<Tree::Copy> Tree::compact_copy(const std::function<bool()>& give_up) {
  const Arena& from = *arena_;
  Arena& into = *spare_;
  into.clear();
  ArenaCursor cursor(into);
  Node* const root = new (into.at<Node>(into.take(sizeof(Node)))) Node(Node::State::New);

  std::vector<Task> tasks{{root_, root}};
  std::uint64_t copied = 0;
  while (!tasks.empty()) {
    if (++copied % kNodesBetweenQuestions == 0 && give_up()) return std::nullopt;
    const Task task = tasks.back();
    tasks.pop_back();
    const Node& old = *task.source;
    Node& node = *task.target;
    node.counts_ = old.counts_.load();
    node.value_sum_ = old.value_sum_.load();
    node.draw_sum_ = old.draw_sum_.load();
    node.proof_ = old.proof_.load();
    node.state_ = old.state_.load();
    if (old.edge_count_ == 0) continue;

    const bool has_edges = old.state() == Node::State::Expanded;
    const std::size_t bytes = (has_edges ? edge_bytes : prior_bytes)(old.edge_count_);
    const ArenaRef edges = cursor.take(bytes);
    if (edges == kNowhere) return std::nullopt;
    std::copy_n(from.at<std::byte>(old.edges_), bytes, into.at<std::byte>(edges));
    node.edges_ = edges;
    node.edge_count_ = old.edge_count_;

    const int children = old.child_count_;
    auto* const references = reinterpret_cast<ArenaRef*>(into.at<Edge>(edges) + node.edge_count_);
    for (int first = 0; first < children; first = 2 * first + 1) {
      const int block = place_of_child(first).block;
      const ArenaRef taken = cursor.take(block_bytes(capacity_of_block(block, node.edge_count_)));
      if (taken == kNowhere) return std::nullopt;
      (block == 0 ? node.first_child_ : references[block - 1]) = taken;
    }
    for_children(old, children, [&](int index, const Node& child) {
      const auto [block, place] = place_of_child(index);
      const ArenaRef nodes = block == 0 ? node.first_child_ : references[block - 1];
      tasks.push_back({&child, new (into.at<Node>(nodes) + place) Node(Node::State::New)});
      return true;
    });
    node.child_count_ = static_cast<std::uint16_t>(children);
  }
  return Copy{root, copied};
}

void Tree::move_to(const Copy& copy) {
  std::swap(arena_, spare_);
  root_ = copy.root;
  size_ = copy.nodes;
  has_left_nodes_behind_ = false;
}

}  // namespace tabiya
