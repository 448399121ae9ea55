// The tree search remembers every position it has visited as a node.
//
//        node ──────► priors    2 bytes each, in the order of legal_moves(): all that is kept of
//          ┆                    a node visited once, as most are
//          ├────────► edges     4 bytes each: a move and its prior, best prior first; made when the
//          │                    first child is wanted
//          │                    [e4 .31][d4 .28][Nf3 .14][c4 .09] …
//          │                    [second block][third block] …    behind them, where children are
//          └────────► the first child; the next two lie in the second block, four in the third, …
//
// As unvisited moves differ only in their priors, they are visited in the order of the edges. So
// the children are always the first few, need no links back, and those of one node lie side by
// side, where choosing among them reads them.
//
// Which thread may write what:
//  - counts, value_sum, draw_sum, proof: any thread, atomically, at any time.
//  - state: New → Pending by the one thread that will evaluate; by it, Pending → Evaluated or
//    back; Evaluated → Expanded under the node's own lock.
//  - edges, edge_count: the thread that changes the state, before it does; not after Expanded.
//  - first_child, the references of blocks: under the node's own lock; child_count is stored last
//    and tells readers how many children there are to see.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "chess/move.h"
#include "search/mcts/arena.h"
#include "search/proof.h"

namespace tabiya {

struct Edge {
  Move move;
  std::uint16_t fixed_prior;  // in 65535ths, never 0

  static constexpr float kScale = 65535.0F;
  float prior() const { return static_cast<float>(fixed_prior) * (1.0F / kScale); }
  static std::uint16_t fixed(float prior) {
    const float scaled = prior * kScale + 0.5F;
    return scaled < 1 ? 1 : scaled > kScale ? 65535 : static_cast<std::uint16_t>(scaled);
  }
};
static_assert(sizeof(Edge) == 4);

// Sums are fixed-point, so that adding and taking away is exact in any order.
inline constexpr std::int64_t kFixedOne = std::int64_t{1} << 30;
inline std::int64_t to_fixed(float value) {
  return static_cast<std::int64_t>(static_cast<double>(value) * static_cast<double>(kFixedOne));
}
inline double from_fixed(std::int64_t value) {
  return static_cast<double>(value) / static_cast<double>(kFixedOne);
}

// How often a node was visited, and how many of these visits have no result yet.
struct NodeCounts {
  std::uint32_t visits;  // those in flight included
  std::uint32_t in_flight;
  std::uint32_t finished() const { return visits - in_flight; }
};

class Node {
 public:
  enum class State : std::uint8_t {
    New,        // not evaluated yet
    Pending,    // a thread is about to
    Evaluated,  // it has priors
    Expanded,   // it has edges, or is known to have none
  };

  explicit Node(State state) : state_(state) {}

  // --- visits -----------------------------------------------------------------------------------
  // A visit that has begun counts as a lost one for the player who chose this node (the virtual
  // loss), so that other visits look elsewhere. It is not stored but follows from in_flight.
  void begin_visit() { counts_.fetch_add(kInFlight + 1, std::memory_order_relaxed); }
  void cancel_visit() { counts_.fetch_sub(kInFlight + 1, std::memory_order_relaxed); }
  // The value is for the player who chose this node.
  void finish_visit(std::int64_t value, std::int64_t draw) {
    value_sum_.fetch_add(value, std::memory_order_relaxed);
    draw_sum_.fetch_add(draw, std::memory_order_relaxed);
    counts_.fetch_sub(kInFlight, std::memory_order_relaxed);
  }

  // Several visits at once that were never in flight.
  void add_visits(std::uint32_t count, std::int64_t value, std::int64_t draw) {
    value_sum_.fetch_add(value, std::memory_order_relaxed);
    draw_sum_.fetch_add(draw, std::memory_order_relaxed);
    counts_.fetch_add(count, std::memory_order_relaxed);
  }

  NodeCounts counts() const {
    const std::uint64_t both = counts_.load(std::memory_order_relaxed);
    return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32)};
  }
  std::uint32_t visits() const { return counts().finished(); }
  std::int64_t value_sum() const { return value_sum_.load(std::memory_order_relaxed); }
  std::int64_t draw_sum() const { return draw_sum_.load(std::memory_order_relaxed); }
  // Averages over the finished visits, for the player who chose this node. 0 without visits.
  float value() const;
  float draw() const;

  // --- what is certain --------------------------------------------------------------------------
  Proof proof() const { return Proof::from_bits(proof_.load()); }
  void prove(Proof proof) { proof_.store(proof.bits()); }

  // --- links, for Tree --------------------------------------------------------------------------
  State state() const { return state_.load(std::memory_order_acquire); }
  // True for the one thread that may evaluate it now.
  bool claim() {
    State expected = State::New;
    return state_.compare_exchange_strong(expected, State::Pending, std::memory_order_acquire);
  }
  void give_up() { state_.store(State::New, std::memory_order_release); }
  std::uint16_t edge_count() const { return edge_count_; }
  std::uint16_t child_count() const { return child_count_.load(std::memory_order_acquire); }

 private:
  friend class Tree;
  friend class NodeLock;
  static constexpr std::uint64_t kInFlight = std::uint64_t{1} << 32;

  std::atomic<std::uint64_t> counts_ = 0;  // visits below, in flight above
  std::atomic<std::int64_t> value_sum_ = 0;
  std::atomic<std::int64_t> draw_sum_ = 0;
  ArenaRef edges_ = kNowhere;  // or the priors
  ArenaRef first_child_ = kNowhere;
  std::uint16_t edge_count_ = 0;
  std::atomic<std::uint16_t> child_count_ = 0;
  std::atomic<std::uint16_t> proof_ = 0;
  std::atomic<State> state_;
  std::atomic<bool> locked_ = false;
};
static_assert(sizeof(Node) == 40);

// Holds a node's own lock, for some dozen instructions. The thread that holds it may have been put
// to sleep, so waiting yields.
class NodeLock {
 public:
  explicit NodeLock(Node& node) : node_(node) {
    while (node.locked_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
  }
  ~NodeLock() { node_.locked_.store(false, std::memory_order_release); }
  NodeLock(const NodeLock&) = delete;
  NodeLock& operator=(const NodeLock&) = delete;

 private:
  Node& node_;
};

// The children of a node lie in blocks, each as large as all before it and one. So few references
// lead to all of them, and as these lie side by side, the memory is asked for all blocks at once.
struct ChildPlace {
  int block;
  int index;  // in the block
};
constexpr ChildPlace place_of_child(int child) {
  const int block = 31 - std::countl_zero(static_cast<std::uint32_t>(child) + 1);
  return {block, child + 1 - (1 << block)};
}
// The last block of a node is only as large as it has edges left.
constexpr int capacity_of_block(int block, int edges) {
  return std::min(1 << block, edges + 1 - (1 << block));
}
// References behind the edges: to all blocks but the first, which the node itself knows.
constexpr int reference_count(int edges) { return place_of_child(edges - 1).block; }

// What these take in an arena. Precondition: there is an edge.
constexpr std::size_t block_bytes(int capacity) {
  return static_cast<std::size_t>(capacity) * sizeof(Node);
}
constexpr std::size_t prior_bytes(int count) {
  return static_cast<std::size_t>(count) * sizeof(std::uint16_t);
}
constexpr std::size_t edge_bytes(int count) {
  return static_cast<std::size_t>(count) * sizeof(Edge) +
         static_cast<std::size_t>(reference_count(count)) * sizeof(ArenaRef);
}

inline float Node::value() const {
  const std::uint32_t n = visits();
  return n == 0 ? 0.0F : static_cast<float>(from_fixed(value_sum()) / n);
}
inline float Node::draw() const {
  const std::uint32_t n = visits();
  return n == 0 ? 0.0F : static_cast<float>(from_fixed(draw_sum()) / n);
}

}  // namespace tabiya
