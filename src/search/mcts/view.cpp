#include "search/mcts/view.h"

#include <algorithm>
#include <vector>

#include "chess/movegen.h"
#include "search/mcts/root_statistics.h"

namespace tabiya {

std::optional<TreeView> view_of(const Tree& tree, const Position& root, std::span<const Move> path,
                                const MctsConfig& config) {
  Node* const node = tree.find(path);
  if (node == nullptr) return std::nullopt;
  TreeView view{.position = root, .visits = 0, .size = tree.size(), .moves = {}};
  for (const Move move : path) view.position.play(move);  // legal, or they would not be in the tree

  // A node visited once has priors but no edges. Of a root, it is not known here which moves those
  // are for; it will soon have edges.
  std::vector<Edge> to_come;
  if (node->state() != Node::State::Expanded && !path.empty()) {
    const MoveList legal = legal_moves(view.position);
    to_come = tree.edges_to_come(*node, {legal.begin(), legal.end()});
  }
  const bool has_edges = to_come.empty();
  if (has_edges && node->state() != Node::State::Expanded) return std::nullopt;
  view.moves = has_edges
                   ? statistics_of(tree, *node, tree.edges(*node), node->child_count(), config)
                   : statistics_of(tree, *node, to_come, 0, config);

  std::uint64_t below = 0;
  for (const MoveStatistics& move : view.moves) below += move.visits;
  // A node learns of a visit a little later than its children do.
  view.visits = std::max<std::uint64_t>(node->visits(), below);
  return view;
}

}  // namespace tabiya
