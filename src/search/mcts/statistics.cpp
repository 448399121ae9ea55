#include "search/mcts/statistics.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "chess/movegen.h"
#include "search/mcts/puct.h"

namespace tabiya {
namespace {

using MoveRank = std::tuple<int, int, std::uint64_t, float>;

// Larger is better. The proof is of the move, for the player who makes it.
MoveRank rank(Proof proof, std::uint64_t visits, float prior) {
  if (proof.is_win()) return {2, -proof.plies(), visits, prior};
  if (proof.is_loss()) return {0, proof.plies(), visits, prior};
  return {1, 0, visits, prior};
}

// Centipawns as people are used to them: this curve gives a pawn a value of about a half, and
// lets the score grow without end as the value comes near one. After Lc0's.
int centipawns_of(float value) {
  const double angle = 1.5637541897 * std::clamp(static_cast<double>(value), -1.0, 1.0);
  return static_cast<int>(std::lround(90 * std::tan(angle)));
}

// Sums and counts of a node that is being visited are read one after the other, so their quotient
// may be a little beyond what is possible.
void judge(MoveStatistics& move, float value, float draw) {
  move.value = std::clamp(value, -1.0F, 1.0F);
  draw = std::clamp(draw, 0.0F, 1.0F);
  move.chances = {(1 - draw + move.value) / 2, draw, (1 - draw - move.value) / 2};
}

}  // namespace

std::vector<MoveStatistics> statistics_of(const Tree& tree, const Node& node,
                                          std::span<const Edge> edges, int children,
                                          const MctsConfig& config) {
  // Of a move not visited yet, the node's own value is the best guess.
  MoveStatistics unvisited;
  judge(unvisited, -node.value(), node.draw());
  std::vector<MoveStatistics> moves(edges.size(), unvisited);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    moves[i].move = edges[i].move;
    moves[i].prior = edges[i].prior();
  }
  tree.for_children(node, children, [&](int index, const Node& child) {
    MoveStatistics& move = moves[static_cast<std::size_t>(index)];
    move.visits = child.visits();
    move.proof = child.proof().of_move_here();
    move.children = child.child_count();
    if (move.proof.is_known())
      judge(move, move.proof.value(), move.proof.is_draw() ? 1.0F : 0.0F);
    else if (move.visits > 0)  // otherwise its visit came to nothing
      judge(move, child.value(), child.draw());
    return true;
  });
  const float exploration = exploration_of(config, node.visits());
  for (MoveStatistics& move : moves)
    move.exploration = exploration * move.prior / (1 + static_cast<float>(move.visits));
  std::sort(moves.begin(), moves.end(), [](const MoveStatistics& a, const MoveStatistics& b) {
    const auto first = rank(a.proof, a.visits, a.prior);
    const auto second = rank(b.proof, b.visits, b.prior);
    return first != second ? first > second : a.move.bits() < b.move.bits();
  });
  return moves;
}

std::vector<MoveStatistics> root_statistics(const Tree& tree, const MctsConfig& config) {
  const Node& root = tree.root();
  if (root.state() != Node::State::Expanded) return {};
  return statistics_of(tree, root, tree.edges(root), root.child_count(), config);
}

std::array<float, kPolicySize> root_policy(const std::vector<MoveStatistics>& moves,
                                           const Game& game) {
  std::array<float, kPolicySize> policy{};
  std::uint64_t all = 0;
  for (const MoveStatistics& move : moves) all += move.visits;
  if (all == 0) return policy;
  for (const MoveStatistics& move : moves) {
    const int index = policy_index(move.move, game.position().side_to_move(), game.variant());
    policy[static_cast<std::size_t>(index)] =
        static_cast<float>(static_cast<double>(move.visits) / static_cast<double>(all));
  }
  return policy;
}

std::vector<Move> best_line(const Tree& tree, Move first) {
  constexpr std::size_t longest = 256;
  std::vector<Move> line;
  const Node* node = &tree.root();
  Move wanted = first;
  while (line.size() < longest && node->state() == Node::State::Expanded) {
    const std::span<const Edge> edges = tree.edges(*node);
    const Node* best = nullptr;
    Move move = first;
    MoveRank best_rank{-1, 0, 0, 0};
    tree.for_children(*node, node->child_count(), [&](int index, const Node& child) {
      const Edge& edge = edges[static_cast<std::size_t>(index)];
      if (line.empty() && edge.move != wanted) return true;
      const auto this_rank = rank(child.proof().of_move_here(), child.visits(), edge.prior());
      if (this_rank > best_rank && (child.visits() > 0 || line.empty())) {
        best_rank = this_rank;
        best = &child;
        move = edge.move;
      }
      return true;
    });
    if (best == nullptr) break;
    line.push_back(move);
    node = best;
  }
  if (line.empty()) line.push_back(first);
  return line;
}

Score score_of(const MoveStatistics& move) {
  if (move.proof.is_mate()) {
    const int plies = std::min(move.proof.plies(), Score::kLongestMate);
    return move.proof.is_win() ? Score::mate_in_plies(plies) : Score::mated_in_plies(plies);
  }
  if (move.proof.is_win()) return Score::tablebase_win();
  if (move.proof.is_loss()) return -Score::tablebase_win();
  return Score::centipawns(centipawns_of(move.value));
}

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
