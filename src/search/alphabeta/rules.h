// When the search looks less deeply, or not at all: one named rule each, with its reason.
//
// All are pure functions of what a node knows, so the search reads as a list of them. Margins are
// in centipawns, depths in plies.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "search/alphabeta/value.h"

namespace tabiya {

// What the rules before the moves may ask about a node.
struct NodeFacts {
  int depth;
  Value alpha;
  Value beta;
  Value evaluation;         // the best guess without search
  Value static_evaluation;  // the corrected network
  bool improving;           // the static evaluation rose since this player's last turn
};

// So far below alpha that only captures could help: ask the quiescence search.
constexpr bool razors(const NodeFacts& n) {
  return n.depth <= 3 && n.evaluation + 280 * n.depth < n.alpha;
}

// So far above beta that a shallow search will not bring it back down.
constexpr bool reverse_futility_cuts(const NodeFacts& n) {
  return n.depth <= 9 && n.evaluation - 80 * (n.depth - int{n.improving}) >= n.beta &&
         n.evaluation < kDecisive && n.beta > -kDecisive;
}

// If even passing keeps the score above beta, some move will. Wrong in zugzwang, which needs
// pieces to be rare; the caller makes sure that there are some.
constexpr bool may_pass(const NodeFacts& n) {
  return n.depth >= 3 && n.evaluation >= n.beta && n.beta > -kDecisive &&
         n.static_evaluation >= n.beta - 20 * n.depth + 120;
}
constexpr int pass_reduction(const NodeFacts& n) {
  return 4 + n.depth / 4 + std::min((n.evaluation - n.beta) / 200, 3);
}

// A capture that beats beta by a margin in a shallow search will beat beta in a deep one
// (ProbCut, Michael Buro 1995).
constexpr Value probcut_beta(const NodeFacts& n) { return n.beta + 180 - 50 * int{n.improving}; }
constexpr bool may_probcut(const NodeFacts& n) { return n.depth >= 5 && !is_decisive(n.beta); }

// Without a hash move the order of moves is poor, and a shallower search first finds one for the
// next visit (internal iterative reduction, Ed Schröder).
constexpr int internal_reduction(int depth, bool has_table_move, bool is_pv, bool cut_node) {
  return !has_table_move && (is_pv || cut_node) && depth >= 4 ? 1 : 0;
}

// Quiet moves that come this late at low depth have never mattered.
constexpr int quiet_moves_worth_trying(int depth, bool improving) {
  return (4 + depth * depth) / (improving ? 1 : 2);
}

// The score is so low that a quiet move cannot raise it to alpha in the few plies left.
constexpr bool futile(int reduced_depth, Value static_evaluation, Value alpha) {
  return reduced_depth <= 8 && static_evaluation + 110 + 95 * reduced_depth <= alpha;
}

// Moves that failed again and again in other places.
constexpr bool history_is_hopeless(int reduced_depth, int history) {
  return reduced_depth <= 5 && history < -3500 * reduced_depth - 500;
}

// How much material a move may lose in the exchange and still be looked at.
constexpr Value tolerated_loss(int depth, int reduced_depth, bool is_capture) {
  return is_capture ? -95 * depth : -22 * reduced_depth * reduced_depth;
}

namespace tables {

// Natural logarithm while compiling, so that the table is the same wherever it is made.
constexpr double natural_log(double x) {
  double halvings = 0;
  while (x > 1.5) {
    x /= 2;
    halvings += 1;
  }
  const double t = (x - 1) / (x + 1);
  double power = t;
  double sum = 0;
  for (int n = 1; n < 60; n += 2) {
    sum += power / n;
    power *= t * t;
  }
  return 2 * sum + halvings * 0.693147180559945309417;
}

// In 1024ths of a ply, by the logarithms of depth and move number.
constexpr std::array<int, 256> make_logs() {
  std::array<int, 256> logs{};
  for (std::size_t i = 1; i < logs.size(); ++i)
    logs[i] = static_cast<int>(natural_log(static_cast<double>(i)) * 1024);
  return logs;
}
inline constexpr std::array<int, 256> kLogs = make_logs();

}  // namespace tables

// How much less deeply the n-th move of a node is looked at before there is a reason to look
// closer, in 1024ths of a ply.
constexpr int late_move_reduction(int depth, int move_number, bool is_quiet) {
  const int product = tables::kLogs[static_cast<std::size_t>(std::min(depth, 255))] *
                      tables::kLogs[static_cast<std::size_t>(std::min(move_number, 255))] / 1024;
  return is_quiet ? 800 + product * 10 / 23 : 100 + product * 10 / 33;
}

// What a node knows about a move that is to be looked at less deeply.
struct MoveFacts {
  bool was_pv;
  bool cut_node;
  bool is_quiet;
  bool table_move_is_capture;
  bool gives_check;
  bool improving;
  bool others_failed_high;  // several answers to earlier moves did
  bool is_refutation;       // a killer or the counter-move
  int history;
};

// More for moves that are unlikely to matter, less for those with something to show; in 1024ths of
// a ply.
constexpr int reduction_adjustment(const MoveFacts& m) {
  int sum = 0;
  if (m.was_pv) sum -= 1024;
  if (m.cut_node) sum += 1400;
  if (m.is_quiet && m.table_move_is_capture) sum += 700;
  if (m.gives_check) sum -= 700;
  if (!m.improving) sum += 400;
  if (m.others_failed_high) sum += 700;
  if (m.is_refutation) sum -= 900;
  return sum - (m.is_quiet ? m.history / 9 : m.history / 8);
}

// The hash move is much better than the others if all of them fail below this.
constexpr Value singular_beta(Value table_value, int depth) { return table_value - 2 * depth; }

constexpr bool may_be_singular(int depth, int table_depth, Value table_value) {
  return depth >= 7 && table_depth >= depth - 3 && !is_decisive(table_value);
}

// What success and failure at this depth count in the histories.
constexpr int history_bonus(int depth) { return std::min(180 * depth - 80, 1800); }

// Nothing less than this can lift the score to alpha in the quiescence search.
constexpr Value kDeltaMargin = 180;

}  // namespace tabiya
