#include "search/mcts/simulator.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "search/mcts/puct.h"

namespace tabiya {

Simulator::Simulator(Tree& tree, SharedRun& run)
    : tree_(tree),
      run_(run),
      cursor_(tree.arena()),
      seat_(run.evaluator),
      history_(run.evaluator.inputs().history) {
  const int wanted =
      run.config.leaves_per_thread > 0 ? run.config.leaves_per_thread : run.evaluator.best_batch();
  const int count = std::clamp(wanted, 1, 1024);
  for (int i = 0; i < count; ++i) leaves_.push_back(std::make_unique<Leaf>());
}

bool Simulator::may_begin() {
  if (run_.ended.load(std::memory_order_relaxed)) return false;
  if (!run_.most) return true;
  if (allowance_ == 0) allowance_ = run_.take_allowance();
  if (allowance_ == 0) return false;
  --allowance_;
  return true;
}

// Several at once, so that threads seldom meet here; towards the end fewer, so that all have work.
std::uint64_t SharedRun::take_allowance() {
  const auto largest = static_cast<std::uint64_t>(tree_parameters.visits_allowed);
  const auto shares = static_cast<std::uint64_t>(4 * std::max(config.threads, 1));
  std::uint64_t before = begun.load(std::memory_order_relaxed);
  while (before < *most) {
    const std::uint64_t part = std::clamp<std::uint64_t>((*most - before) / shares, 1, largest);
    if (begun.compare_exchange_weak(before, before + part, std::memory_order_relaxed)) return part;
  }
  return 0;
}

void Simulator::run(const std::stop_token& stop) {
  while (!stop.stop_requested() && turn(stop)) {
  }
  rest();
}

bool Simulator::turn(const std::stop_token& stop) {
  seat_.take();
  // Visits until all leaves wait, or nothing more can be begun.
  Visit last = Visit::Finished;
  for (std::uint64_t begun = 0;
       begun < static_cast<std::uint64_t>(tree_parameters.turn_visits) && waiting_ < leaves_.size();
       ++begun) {
    last = may_begin() ? visit(*leaves_[waiting_], stop) : Visit::Ended;
    if (last == Visit::Waiting)
      ++waiting_;
    else if (last != Visit::Finished)
      break;
    if (finished_ >= static_cast<std::uint64_t>(tree_parameters.publish_visits)) publish_counts();
    if (stop.stop_requested()) break;
  }
  if (waiting_ > 0) {
    evaluate(stop);
  } else if (last == Visit::Ended) {
    return false;
  } else if (last == Visit::Collided) {
    seat_.leave();  // it is for the others to ask
    std::this_thread::sleep_for(std::chrono::microseconds(int{tree_parameters.pause}));
  }
  return true;
}

void Simulator::rest() {
  seat_.leave();
  publish_counts();
  // Another may begin what this one was allowed to.
  if (run_.most) run_.begun.fetch_sub(std::exchange(allowance_, 0), std::memory_order_relaxed);
}

Simulator::Visit Simulator::visit(Leaf& leaf, const std::stop_token& stop) {
  Walk& walk = leaf.walk;
  Node* node = &tree_.root();
  walk.begin(run_.game, *node);
  while (true) {
    if (const Proof proof = node->proof(); proof.is_known() && walk.depth() > 0) {
      finish(walk, proof.value(), proof.is_draw() ? 1 : 0);
      return Visit::Finished;
    }
    const Node::State state = node->state();
    if (state == Node::State::New || state == Node::State::Pending) {
      if (node->claim()) return arrive(leaf);
      cancel(walk);
      return Visit::Collided;
    }
    if (state == Node::State::Evaluated && !expand(walk)) return Visit::Ended;
    // At a root that is decided, only moves that are not are worth a look.
    const bool decided = walk.depth() == 0 && node->proof().is_known();
    const Choice choice = choose_child(tree_, *node, run_.config, decided);
    if (choice.all_moves_lose) {
      // All moves lose. At the root that ends the search; below, another thread is about to say so.
      cancel(walk);
      if (walk.depth() == 0) run_.ended = true;
      return walk.depth() == 0 ? Visit::Ended : Visit::Collided;
    }
    if (choice.node == nullptr) {
      const Tree::NewChild added = tree_.add_child(*node, cursor_);
      if (added.growth == Tree::Growth::NoMemory) return out_of_memory(walk);
      if (added.growth == Tree::Growth::NoEdgeLeft) continue;  // others were quicker
      walk.step(*added.node, tree_.edges(*node)[static_cast<std::size_t>(added.index)].move);
      added.node->begin_visit();
      ++added_;
      return arrive(leaf);
    }
    tree_.prefetch(*choice.node);
    walk.step(*choice.node, tree_.edges(*node)[static_cast<std::size_t>(choice.index)].move);
    node = choice.node;
    node->begin_visit();
    if (stop.stop_requested()) {
      cancel(walk);
      return Visit::Ended;
    }
  }
}

// At a node that this thread has claimed.
Simulator::Visit Simulator::arrive(Leaf& leaf) {
  Walk& walk = leaf.walk;
  const auto [proof, from_tablebases] = walk.judge(run_.tablebases);
  if (proof.is_known()) {
    if (from_tablebases) run_.tablebase_hits.fetch_add(1, std::memory_order_relaxed);
    tree_.close(walk.leaf(), proof);
    prove_upwards(walk);
    finish(walk, proof.value(), proof.is_draw() ? 1 : 0);
    return Visit::Finished;
  }
  if (walk.depth() == 0) walk.restrict_to(run_.root_moves);
  EvaluationRequest request = request_for(leaf);
  if (!run_.evaluator.remembers(request)) return Visit::Waiting;
  return keep_and_finish(leaf, request.chances) ? Visit::Finished : Visit::Ended;
}

EvaluationRequest Simulator::request_for(Leaf& leaf) const {
  const MoveList& moves = leaf.walk.moves();
  EvaluationRequest request;
  request.history = leaf.walk.history(history_);
  request.moves = {moves.begin(), moves.end()};
  request.chess960 = run_.game.variant() == Variant::Chess960;
  request.priors = std::span(leaf.priors).first(moves.size());
  return request;
}

void Simulator::evaluate(const std::stop_token& stop) {
  requests_.clear();
  for (std::size_t i = 0; i < waiting_; ++i) requests_.push_back(request_for(*leaves_[i]));
  const auto done = run_.evaluator.evaluate(requests_, stop);
  for (std::size_t i = 0; i < waiting_; ++i) {
    if (done) {
      keep_and_finish(*leaves_[i], requests_[i].chances);
    } else {
      leaves_[i]->walk.leaf().give_up();
      cancel(leaves_[i]->walk);
    }
  }
  waiting_ = 0;
  if (!done && !stop.stop_requested()) run_.fail(done.error().message);
  publish_counts();
}

bool Simulator::keep_and_finish(Leaf& leaf, const WinDrawLoss& chances) {
  const auto priors = std::span(leaf.priors).first(leaf.walk.moves().size());
  if (!tree_.keep_priors(leaf.walk.leaf(), priors, cursor_)) {
    leaf.walk.leaf().give_up();
    out_of_memory(leaf.walk);
    return false;
  }
  finish(leaf.walk, chances.value(), chances.draw);
  return true;
}

// The last node of the walk, which has been visited before, must get children.
bool Simulator::expand(Walk& walk) {
  walk.list_moves();
  if (walk.depth() == 0) walk.restrict_to(run_.root_moves);
  const MoveList& moves = walk.moves();
  if (tree_.expand(walk.leaf(), {moves.begin(), moves.end()}, cursor_)) return true;
  out_of_memory(walk);
  return false;
}

Simulator::Visit Simulator::out_of_memory(const Walk& walk) {
  cancel(walk);
  run_.out_of_memory = run_.ended = true;
  return Visit::Ended;
}

// The value is for the player to move at the leaf; a node keeps it for the player who chose it.
void Simulator::finish(const Walk& walk, float value, float draw) {
  std::int64_t fixed = -to_fixed(value);
  const std::int64_t fixed_draw = to_fixed(draw);
  const auto& nodes = walk.nodes();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    nodes[i]->finish_visit(fixed, fixed_draw);
    fixed = -fixed;
  }
  root_value_ += fixed;
  root_draw_ += fixed_draw;
  ++root_visits_;
  // The root is where all threads meet. A thread keeps back less than a hundredth of what it has.
  const auto part = static_cast<std::uint32_t>(tree_parameters.root_visits_divisor);
  const auto most = static_cast<std::uint32_t>(tree_parameters.root_visits_kept);
  if (root_visits_ >= std::min(tree_.root().counts().visits / part, most)) add_to_root();
  ++finished_;
  depth_sum_ += static_cast<std::uint64_t>(walk.depth());
  deepest_ = std::max(deepest_, walk.depth());
}

void Simulator::add_to_root() {
  tree_.root().add_visits(root_visits_, root_value_, root_draw_);
  root_visits_ = 0;
  root_value_ = root_draw_ = 0;
}

void Simulator::cancel(const Walk& walk) {
  const auto& nodes = walk.nodes();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) nodes[i]->cancel_visit();
  if (run_.most) ++allowance_;
}

// The last node became certain: perhaps those above it are, too.
void Simulator::prove_upwards(const Walk& walk) {
  const auto& nodes = walk.nodes();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    Node& above = *nodes[i - 1];
    const bool is_root = i == 1;
    // The root's proof may get better as long as the search goes on; further down one is enough.
    if (above.proof().is_known() && !is_root) return;
    const Proof proof = proof_from_children(above);
    if (!proof.is_known()) return;
    above.prove(proof);
  }
  if (is_settled()) run_.ended = true;
}

// A move to a lost position of the opponent wins, the quickest one best; if all moves are known
// and none wins, the best of them counts.
Proof Simulator::proof_from_children(const Node& node) const {
  const int children = node.child_count();
  bool all_known = children == node.edge_count();
  bool any_draw = false;
  int quickest_win = 0;
  int slowest_loss = 0;
  tree_.for_children(node, children, [&](int, const Node& child) {
    const Proof proof = child.proof();
    all_known = all_known && proof.is_known();
    any_draw = any_draw || proof.is_draw();
    const int plies = proof.plies() + 1;
    if (proof.is_loss()) quickest_win = quickest_win == 0 ? plies : std::min(quickest_win, plies);
    if (proof.is_win()) slowest_loss = std::max(slowest_loss, plies);
    return true;
  });
  if (quickest_win > 0) return Proof::win(quickest_win);
  if (!all_known) return {};
  return any_draw ? Proof::draw() : Proof::loss(slowest_loss);
}

// Whether nothing is left to be found out at the root.
bool Simulator::is_settled() const {
  const Node& root = tree_.root();
  const Proof proof = root.proof();
  if (!proof.is_known()) return false;
  if (run_.mate && proof.is_win() && proof.plies() <= *run_.mate) return true;
  if (!run_.wants_every_move) return true;
  bool all_known = root.child_count() == root.edge_count();
  tree_.for_children(root, root.child_count(), [&](int, const Node& child) {
    all_known = all_known && child.proof().is_known();
    return all_known;
  });
  return all_known;
}

bool Simulator::prepare_root(const std::stop_token& stop) {
  Node& root = tree_.root();
  Leaf& leaf = *leaves_.front();
  leaf.walk.begin(run_.game, root);
  if (root.claim()) {
    if (run_.most) run_.begun.fetch_add(1, std::memory_order_relaxed);
    if (arrive(leaf) == Visit::Waiting) {
      waiting_ = 1;
      seat_.take();
      evaluate(stop);
      seat_.leave();
    }
    publish_counts();
  }
  if (root.state() == Node::State::Evaluated) expand(leaf.walk);
  const bool ready = root.state() == Node::State::Expanded;
  if (ready && is_settled()) run_.ended = true;
  if (!ready) rest();
  return ready;
}

void SharedRun::fail(const std::string& why) {
  const std::lock_guard lock(mutex);
  if (failure.empty()) failure = why;
  ended = true;
}

void Simulator::publish_counts() {
  add_to_root();
  if (tree_.root().counts().visits >= kMostVisits) run_.counted_out = run_.ended = true;
  run_.finished.fetch_add(finished_, std::memory_order_relaxed);
  run_.depth_sum.fetch_add(depth_sum_, std::memory_order_relaxed);
  int deepest = run_.deepest.load(std::memory_order_relaxed);
  while (deepest_ > deepest && !run_.deepest.compare_exchange_weak(deepest, deepest_)) {
  }
  tree_.count_children(added_);
  finished_ = depth_sum_ = added_ = 0;
}

}  // namespace tabiya
