#include "search/mcts/tree.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>
#include <vector>

namespace tabiya {
namespace {

constexpr std::size_t kLeastBytes = 16 << 10;  // room for a root and its moves in any position

// The best prior first; equal ones in a fixed order, so that the same search gives the same tree.
void sort_edges(std::span<Edge> edges) {
  const auto better = [](const Edge& a, const Edge& b) { return a.fixed_prior > b.fixed_prior; };
  // Mostly nearly sorted or short: insertion keeps equal ones in place.
  if (std::is_sorted(edges.begin(), edges.end(), better)) return;
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const Edge edge = edges[i];
    std::size_t place = i;
    for (; place > 0 && better(edge, edges[place - 1]); --place) edges[place] = edges[place - 1];
    edges[place] = edge;
  }
}

// Those of a node whose priors are in the order of its legal moves.
void make_edges(Edge* edges, std::span<const Move> legal_moves, const std::uint16_t* priors) {
  for (std::size_t i = 0; i < legal_moves.size(); ++i)
    new (edges + i) Edge{legal_moves[i], priors[i]};
  sort_edges({edges, legal_moves.size()});
}

// How much of a tree is copied before the caller is asked whether to go on.
constexpr std::uint32_t kNodesBetweenQuestions = 512;

// A node to copy.
struct Task {
  const Node* source;
  Node* target;
};

}  // namespace

Tree::Tree(std::size_t bytes)
    : arena_(std::make_unique<Arena>(std::max(bytes / 2, kLeastBytes))),
      spare_(std::make_unique<Arena>(std::max(bytes / 2, kLeastBytes))) {
  clear();
}

void Tree::clear() {
  arena_->clear();
  root_ = new (arena_->at<Node>(arena_->take(sizeof(Node)))) Node(Node::State::New);
  size_ = 1;
  has_left_nodes_behind_ = false;
}

bool Tree::keep_priors(Node& node, std::span<const float> priors, ArenaCursor& cursor) {
  assert(node.state() == Node::State::Pending && !priors.empty());
  const ArenaRef place = cursor.take(prior_bytes(static_cast<int>(priors.size())));
  if (place == kNowhere) return false;
  auto* const kept = arena_->at<std::uint16_t>(place);
  for (std::size_t i = 0; i < priors.size(); ++i) kept[i] = Edge::fixed(priors[i]);
  node.edges_ = place;
  node.edge_count_ = static_cast<std::uint16_t>(priors.size());
  node.state_.store(Node::State::Evaluated, std::memory_order_release);
  return true;
}

bool Tree::expand(Node& node, std::span<const Move> legal_moves, ArenaCursor& cursor) {
  const NodeLock lock(node);
  if (node.state() == Node::State::Expanded) return true;  // another thread was quicker
  assert(node.state() == Node::State::Evaluated && legal_moves.size() == node.edge_count_);
  const ArenaRef place = cursor.take(edge_bytes(static_cast<int>(legal_moves.size())));
  if (place == kNowhere) return false;
  make_edges(arena_->at<Edge>(place), legal_moves, arena_->at<std::uint16_t>(node.edges_));
  const ArenaRef used_up = std::exchange(node.edges_, place);
  cursor.give_back(used_up, prior_bytes(static_cast<int>(legal_moves.size())));
  node.state_.store(Node::State::Expanded, std::memory_order_release);
  return true;
}

std::vector<Edge> Tree::edges_to_come(Node& node, std::span<const Move> legal_moves) const {
  // Memory and sorting are not for the time of the lock: searching threads may wait for it.
  std::vector<Edge> edges(legal_moves.size());
  std::vector<std::uint16_t> priors(legal_moves.size());
  {
    const NodeLock lock(node);  // so that the priors stay
    if (node.state() != Node::State::Evaluated) return {};
    assert(legal_moves.size() == node.edge_count_);
    std::copy_n(arena_->at<std::uint16_t>(node.edges_), priors.size(), priors.begin());
  }
  make_edges(edges.data(), legal_moves, priors.data());
  return edges;
}

void Tree::close(Node& node, Proof proof) {
  node.prove(proof);
  node.state_.store(Node::State::Expanded, std::memory_order_release);
}

Tree::NewChild Tree::add_child(Node& node, ArenaCursor& cursor) {
  const NodeLock lock(node);
  const int index = node.child_count_.load(std::memory_order_relaxed);
  if (index == node.edge_count_) return {Growth::NoEdgeLeft};

  const auto [block, place] = place_of_child(index);
  ArenaRef& nodes = block == 0 ? node.first_child_ : references(node)[block - 1];
  if (place == 0) {  // the first one in a new block
    const ArenaRef taken = cursor.take(block_bytes(capacity_of_block(block, node.edge_count_)));
    if (taken == kNowhere) return {Growth::NoMemory};
    nodes = taken;
  }
  Node* const child = new (arena_->at<Node>(nodes) + place) Node(Node::State::Pending);
  node.child_count_.store(static_cast<std::uint16_t>(index + 1), std::memory_order_release);
  return {Growth::Done, child, index};
}

Node* Tree::find(std::span<const Move> moves) const {
  Node* node = root_;
  for (const Move move : moves) {
    if (node->child_count() == 0) return nullptr;  // perhaps it has no edges yet, only priors
    const std::span<const Edge> edges = this->edges(*node);
    const auto edge =
        std::find_if(edges.begin(), edges.end(), [&](const Edge& e) { return e.move == move; });
    const auto index = static_cast<int>(edge - edges.begin());
    if (index >= node->child_count()) return nullptr;
    node = &child(*node, index);
  }
  return node;
}

bool Tree::advance(std::span<const Move> moves) {
  if (moves.empty()) return true;
  Node* const kept = find(moves);
  if (kept == nullptr || kept->edge_count() == 0) {  // not evaluated, or the game is over there
    clear();
    return false;
  }
  root_ = kept;
  has_left_nodes_behind_ = true;
  return true;
}

void Tree::set_root_priors(std::span<const float> priors) {
  Edge* const edges = arena_->at<Edge>(root_->edges_);
  const std::size_t count = root_->edge_count_;
  assert(priors.size() == count);
  for (std::size_t i = 0; i < count; ++i) edges[i].fixed_prior = Edge::fixed(priors[i]);
  const std::size_t visited = root_->child_count();
  sort_edges({edges + visited, count - visited});
}

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
