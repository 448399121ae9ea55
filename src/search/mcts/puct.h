// Which way down: the child with the best sum of what was seen and what its prior promises.
//
//   value(child) + c(visits) · prior · √visits / (1 + visits(child))
//
// after AlphaZero's search ("predictor + upper confidence bound applied to trees").
#pragma once

#include <cmath>
#include <limits>

#include "search/mcts/parameters.h"
#include "search/mcts/tree.h"

namespace tabiya {

// What the priors of a node's children are multiplied with.
inline float exploration_of(const MctsConfig& config, std::uint32_t visits) {
  const auto n = static_cast<float>(visits);
  const auto base = static_cast<float>(tree_parameters.exploration_base);
  const float factor = static_cast<float>(tree_parameters.exploration_factor) / 100;
  const float c = config.exploration + factor * std::log((n + base + 1) / base);
  return c * std::sqrt(n);
}

// The expected value of a move that was never tried, for the player to move at the node.
inline float first_play_value(const MctsConfig& config, const Node& node, float visited_prior) {
  return -node.value() - config.first_play_reduction * std::sqrt(visited_prior);
}

struct Choice {
  Node* node = nullptr;  // null: the first edge without a child, or nothing at all
  int index = 0;
  bool all_moves_lose = false;  // every move is known to lose, or left out
};

// Leaves out moves whose end is certain, if asked to. Precondition: the node is expanded and has
// edges.
inline Choice choose_child(const Tree& tree, const Node& node, const MctsConfig& config,
                           bool only_undecided = false) {
  constexpr float one = static_cast<float>(kFixedOne);
  const int children = node.child_count();
  const Edge* const edges = tree.edges(node).data();
  const float exploration = exploration_of(config, node.counts().visits);

  Choice best;
  float best_score = -std::numeric_limits<float>::infinity();
  float visited_prior = 0;
  Choice first_unseen;  // a child whose first visit is on its way or came to nothing
  float unseen_prior = 0;
  tree.for_children(node, children, [&](int index, Node& child) {
    const Proof proof = child.proof();
    const float prior = edges[index].prior();
    const NodeCounts counts = child.counts();
    visited_prior += prior;
    if (proof.is_known()) {
      if (only_undecided || proof.is_win()) return true;  // a win for the opponent
      if (proof.is_loss()) {
        best = {&child, index};
        best_score = std::numeric_limits<float>::infinity();
        return false;
      }
    }
    if (counts.visits == 0) {
      if (prior > unseen_prior) {
        first_unseen = {&child, index};
        unseen_prior = prior;
      }
      return true;
    }
    const auto n = static_cast<float>(counts.visits);
    const float sum =
        static_cast<float>(child.value_sum()) * (1 / one) - static_cast<float>(counts.in_flight);
    const float score = sum / n + exploration * prior / (1 + n);
    if (score > best_score) {
      best_score = score;
      best = {&child, index};
    }
    return true;
  });

  const bool more = children < node.edge_count();
  if (!more && first_unseen.node == nullptr) {
    best.all_moves_lose = best.node == nullptr;
    return best;
  }
  const float first_play = first_play_value(config, node, visited_prior);
  const float next_prior = more ? edges[children].prior() : 0;
  if (first_unseen.node != nullptr && unseen_prior >= next_prior)
    return first_play + exploration * unseen_prior > best_score ? first_unseen : best;
  if (first_play + exploration * next_prior > best_score) return {nullptr, children};
  return best;
}

}  // namespace tabiya
