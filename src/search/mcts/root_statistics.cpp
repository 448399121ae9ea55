#include "search/mcts/root_statistics.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "search/mcts/puct.h"

namespace tabiya {
namespace {

// Larger is better. Proofs are the opponent's, so its loss is the player's win.
std::tuple<int, int, std::uint32_t, float> rank(Proof proof, std::uint32_t visits, float prior) {
  if (proof.is_loss()) return {2, -proof.plies(), visits, prior};
  if (proof.is_win()) return {0, proof.plies(), visits, prior};
  return {1, 0, visits, prior};
}

// Centipawns as people are used to them: this curve gives a pawn a value of about a half, and
// lets the score grow without end as the value comes near one. After Lc0's.
int centipawns_of(float value) {
  const double angle = 1.5637541897 * std::clamp(static_cast<double>(value), -1.0, 1.0);
  return static_cast<int>(std::lround(90 * std::tan(angle)));
}

constexpr int kTablebaseWin = 20'000;

}  // namespace

std::vector<RootMoveStatistics> root_statistics(const Tree& tree, const MctsConfig& config) {
  const Node& root = tree.root();
  std::vector<RootMoveStatistics> moves;
  if (root.state() != Node::State::Expanded) return moves;
  for (const Edge& edge : tree.edges(root)) {
    RootMoveStatistics move;
    move.move = edge.move;
    move.prior = edge.prior();
    // Of a move not visited yet, the root's own value is the best guess.
    move.value = -root.value();
    move.chances = {(1 - root.draw() + move.value) / 2, root.draw(),
                    (1 - root.draw() - move.value) / 2};
    moves.push_back(move);
  }
  const float exploration = exploration_of(config, root.visits());
  tree.for_children(root, root.child_count(), [&](int index, const Node& child) {
    RootMoveStatistics& move = moves[static_cast<std::size_t>(index)];
    move.visits = child.visits();
    move.proof = child.proof();
    if (move.visits == 0 && !move.proof.is_known()) return true;  // its visit came to nothing
    move.value = move.proof.is_known() ? -move.proof.value() : child.value();
    const float draw = move.proof.is_known() ? (move.proof.is_draw() ? 1.0F : 0.0F) : child.draw();
    move.chances = {(1 - draw + move.value) / 2, draw, (1 - draw - move.value) / 2};
    return true;
  });
  for (RootMoveStatistics& move : moves)
    move.exploration = exploration * move.prior / (1 + static_cast<float>(move.visits));
  std::sort(moves.begin(), moves.end(),
            [](const RootMoveStatistics& a, const RootMoveStatistics& b) {
              const auto first = rank(a.proof, a.visits, a.prior);
              const auto second = rank(b.proof, b.visits, b.prior);
              return first != second ? first > second : a.move.bits() < b.move.bits();
            });
  return moves;
}

std::array<float, kPolicySize> root_policy(const std::vector<RootMoveStatistics>& moves,
                                           const Game& game) {
  std::array<float, kPolicySize> policy{};
  std::uint64_t all = 0;
  for (const RootMoveStatistics& move : moves) all += move.visits;
  if (all == 0) return policy;
  for (const RootMoveStatistics& move : moves) {
    const int index = policy_index(move.move, game.position().side_to_move(), game.variant());
    policy[static_cast<std::size_t>(index)] =
        static_cast<float>(static_cast<double>(move.visits) / static_cast<double>(all));
  }
  return policy;
}

Move draw_move(const std::vector<RootMoveStatistics>& moves, float temperature, Random& random) {
  // A win that is certain is played, a certain loss only if there is nothing else.
  if (temperature <= 0 || moves.front().proof.is_loss() || moves.front().proof.is_win())
    return moves.front().move;
  std::uint32_t most = 0;
  for (const RootMoveStatistics& move : moves)
    if (!move.proof.is_win()) most = std::max(most, move.visits);
  if (most == 0) return moves.front().move;
  // Relative to the most visited, so that no power overflows.
  std::vector<double> odds;
  odds.reserve(moves.size());
  double all = 0;
  for (const RootMoveStatistics& move : moves) {
    const double share = move.proof.is_win() ? 0 : static_cast<double>(move.visits) / most;
    odds.push_back(all += std::pow(share, 1.0 / static_cast<double>(temperature)));
  }
  const double drawn = static_cast<double>(random() >> 11) * 0x1p-53 * all;
  const auto found = std::upper_bound(odds.begin(), odds.end(), drawn);
  const auto index =
      std::min<std::size_t>(static_cast<std::size_t>(found - odds.begin()), moves.size() - 1);
  return moves[index].move;
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
    std::tuple<int, int, std::uint32_t, float> best_rank{-1, 0, 0, 0};
    tree.for_children(*node, node->child_count(), [&](int index, const Node& child) {
      const Edge& edge = edges[static_cast<std::size_t>(index)];
      if (line.empty() && edge.move != wanted) return true;
      const auto this_rank = rank(child.proof(), child.visits(), edge.prior());
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

Score score_of(const RootMoveStatistics& move) {
  if (move.proof.is_mate()) {
    const int plies = std::min(move.proof.plies() + 1, Score::kLongestMate);
    return move.proof.is_loss() ? Score::mate_in_plies(plies) : Score::mated_in_plies(plies);
  }
  if (move.proof.is_loss()) return Score::centipawns(kTablebaseWin);
  if (move.proof.is_win()) return Score::centipawns(-kTablebaseWin);
  return Score::centipawns(centipawns_of(move.value));
}

WinDrawLoss chances_of(const RootMoveStatistics& move) {
  const int win = static_cast<int>(std::lround(1000 * std::clamp(move.chances.win, 0.0F, 1.0F)));
  const int loss = static_cast<int>(std::lround(1000 * std::clamp(move.chances.loss, 0.0F, 1.0F)));
  const int loss_left = std::min(loss, 1000 - win);
  return {win, 1000 - win - loss_left, loss_left};
}

}  // namespace tabiya
