// Looks at every node of a tree that rests and says what is wrong with it.
#pragma once

#include <cmath>
#include <string>

#include "search/mcts/tree.h"

namespace tabiya {

struct TreeAudit {
  std::uint64_t nodes = 0;
  std::uint64_t fingerprint = 0;  // of all moves, priors, counts and sums
  std::string fault;              // empty: none
};

inline void audit(const Tree& tree, const Node& node, bool is_root, TreeAudit& result) {
  const auto complain = [&](const char* what) {
    if (result.fault.empty()) result.fault = what;
  };
  const auto mix = [&](std::uint64_t value) {
    result.fingerprint = (result.fingerprint ^ value) * 0x9e3779b97f4a7c15 + 1;
    result.fingerprint ^= result.fingerprint >> 29;
  };
  ++result.nodes;
  mix(node.visits());
  mix(static_cast<std::uint64_t>(node.value_sum()));
  mix(static_cast<std::uint64_t>(node.draw_sum()));
  mix(node.proof().bits());
  if (node.counts().in_flight != 0) complain("a visit is still in flight");
  if (std::abs(node.value()) > 1.0001F) complain("a value is beyond 1");
  if (node.state() == Node::State::Pending) complain("a node is still waited for");
  if (node.state() == Node::State::New && node.visits() != 0)
    complain("a node was visited but not evaluated");
  if (node.state() == Node::State::Evaluated && (node.visits() != 1 || node.child_count() != 0))
    complain("a node has no edges after its first visit");
  if (node.state() != Node::State::Expanded) return;
  if (node.edge_count() == 0) {
    if (!node.proof().is_known()) complain("a node without moves is not decided");
    return;
  }
  float priors = 0;
  float last = 2;
  const auto edges = tree.edges(node);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    priors += edges[i].prior();
    mix(edges[i].move.bits());
    mix(edges[i].fixed_prior);
    if (static_cast<int>(i) >= node.child_count()) {
      if (edges[i].prior() > last) complain("unvisited edges are out of order");
      last = edges[i].prior();
    }
  }
  if (std::abs(priors - 1) > 0.01F) complain("priors do not sum to one");
  std::uint64_t below = 0;
  tree.for_children(node, node.child_count(), [&](int, const Node& child) {
    below += child.visits();
    audit(tree, child, false, result);
    return true;
  });
  // The first visit evaluated the node itself. A decided node is visited without going on.
  const bool adds_up = node.proof().is_known() ? node.visits() >= below + 1 - (is_root ? 1 : 0)
                                               : node.visits() == below + 1;
  if (!adds_up) complain("visits do not add up");
}

inline TreeAudit audit(const Tree& tree) {
  TreeAudit result;
  if (tree.root().state() == Node::State::Expanded) audit(tree, tree.root(), true, result);
  return result;
}

}  // namespace tabiya
