// When the search looks less deeply, or not at all: one named rule each, with its reason.
//
// All are pure functions of what a node knows and of the parameters, so the search reads as a list
// of them. Margins are in centipawns, depths in plies.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "chess/position.h"
#include "search/alphabeta/parameters.h"
#include "search/alphabeta/transposition_table.h"
#include "search/alphabeta/value.h"

namespace tabiya {

// Where an entry of the transposition table was found, and the node's own view of its value.
struct EntryFacts {
  Value value;
  Value alpha;
  Value beta;
  int depth;
  bool cut_node;
  int halfmove_clock;
};

// It may stand for a search of the node, unless it contradicts what is expected at low depth. Near
// the fifty-move draw its value may come from a game with more moves left.
constexpr bool entry_is_enough(const TableEntry& entry, const EntryFacts& e, const Parameters& p) {
  return entry.depth >= e.depth && decides(entry, e.value, e.alpha, e.beta) &&
         e.halfmove_clock < p.tt_highest_clock &&
         (e.cut_node == (e.value >= e.beta) || e.depth > p.tt_any_node_depth);
}

// The evaluation has risen since this player's last turn, or the one before where that was a check.
constexpr bool is_improving(Value now, Value two_plies_ago, Value four_plies_ago) {
  const Value before = two_plies_ago != kNoValue ? two_plies_ago : four_plies_ago;
  return before != kNoValue && now > before;
}

// What the rules before the moves may ask about a node.
struct NodeFacts {
  int depth;
  Value alpha;
  Value beta;
  Value evaluation;         // the best guess without search
  Value static_evaluation;  // the corrected network
  bool improving;           // the static evaluation rose since this player's last turn
  bool tt_move_is_capture;
};

// So far below alpha that only captures could help: ask the quiescence search.
constexpr bool razors(const NodeFacts& n, const Parameters& p) {
  return n.depth <= p.razor_depth && n.evaluation + p.razor_margin * n.depth < n.alpha;
}

// So far above beta that a shallow search will not bring it back down. However near the leaves, it
// has to be above beta by something.
constexpr bool reverse_futility_cuts(const NodeFacts& n, const Parameters& p) {
  const int margin = std::max<int>(p.reverse_futility_margin * (n.depth - int{n.improving}),
                                   p.reverse_futility_floor);
  return n.depth <= p.reverse_futility_depth && n.evaluation - margin >= n.beta &&
         n.evaluation < kDecisive && n.beta > -kDecisive;
}

// A value beyond beta that no deep search has confirmed, brought nearer to beta.
constexpr Value cautious(Value value, Value beta, int per_cent) {
  return (value * (100 - per_cent) + beta * per_cent) / 100;
}

// If even passing keeps the score above beta, some move will. Wrong in zugzwang, which is rare with
// a rook, a queen or two minor pieces.
inline Bitboard own_pieces(const Position& position) {
  return position.pieces(position.side_to_move()) &
         ~position.pieces(PieceType::Pawn, PieceType::King);
}
inline bool zugzwang_is_unlikely(const Position& position) {
  const Bitboard own = own_pieces(position);
  return own.many() || own.meets(position.pieces(PieceType::Rook, PieceType::Queen));
}
constexpr bool may_pass(const NodeFacts& n, const Parameters& p) {
  return n.depth >= p.pass_depth && n.evaluation >= n.beta && n.beta > -kDecisive &&
         n.static_evaluation >= n.beta - p.pass_depth_margin * n.depth + p.pass_margin;
}
// Where a capture is the best move known, little hangs on whose turn it is.
constexpr int pass_reduction(const NodeFacts& n, const Parameters& p) {
  return p.pass_base + n.depth / p.pass_depth_divisor +
         std::min<int>((n.evaluation - n.beta) / p.pass_value_divisor, p.pass_value_limit) +
         (n.tt_move_is_capture ? int{p.pass_tt_capture} : 0);
}

// A capture that beats beta by a margin in a shallow search will beat beta in a deep one
// (ProbCut, Michael Buro 1995).
constexpr Value probcut_beta(const NodeFacts& n, const Parameters& p) {
  return n.beta + p.probcut_margin - p.probcut_improving * int{n.improving};
}
constexpr bool may_probcut(const NodeFacts& n, const Parameters& p) {
  return n.depth >= p.probcut_depth && !is_decisive(n.beta);
}

// Without a move from the transposition table the order of moves is poor, and a shallower search
// first finds one for the next visit (internal iterative reduction, Ed Schröder).
constexpr int internal_reduction(int depth, bool has_tt_move, bool is_pv, bool cut_node,
                                 const Parameters& p) {
  const bool applies = !has_tt_move && (is_pv || cut_node) && depth >= p.internal_reduction_depth;
  return applies ? int{p.internal_reduction} : 0;
}

// Quiet moves that come this late at low depth have never mattered.
constexpr int quiet_moves_worth_trying(int depth, bool improving, const Parameters& p) {
  return (p.late_quiet_base + depth * depth) / (improving ? 1 : int{p.late_quiet_divisor});
}

// The score is so low that a quiet move cannot raise it to alpha in the few plies left.
constexpr bool futile(int reduced_depth, Value static_evaluation, Value alpha,
                      const Parameters& p) {
  return reduced_depth <= p.futility_depth &&
         static_evaluation + p.futility_base + p.futility_margin * reduced_depth <= alpha;
}

// Moves that failed again and again in other places.
constexpr bool history_is_too_low(int reduced_depth, int history, const Parameters& p) {
  return reduced_depth <= p.history_pruning_depth &&
         history < -p.history_pruning_margin * reduced_depth - p.history_pruning_base;
}

// How much material a move may lose in the exchange and still be looked at.
constexpr Value tolerated_loss(int depth, int reduced_depth, bool is_capture, const Parameters& p) {
  return is_capture ? -p.exchange_capture_margin * depth
                    : -p.exchange_quiet_margin * reduced_depth * reduced_depth;
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
constexpr int late_move_reduction(int depth, int move_number, bool is_quiet, const Parameters& p) {
  const int product = tables::kLogs[static_cast<std::size_t>(std::min(depth, 255))] *
                      tables::kLogs[static_cast<std::size_t>(std::min(move_number, 255))] / 1024;
  return is_quiet ? p.lmr_quiet_base + product * 10 / p.lmr_quiet_divisor
                  : p.lmr_capture_base + product * 10 / p.lmr_capture_divisor;
}

// What a node knows about a move that will be searched less deeply.
struct MoveFacts {
  bool was_pv;
  bool cut_node;
  bool is_quiet;
  bool tt_move_is_capture;
  bool gives_check;
  bool improving;
  bool others_failed_high;  // several answers to earlier moves did
  bool is_refutation;       // a killer or the counter-move
  int history;
};

// More for moves that are unlikely to matter, less for those with something to show; in 1024ths of
// a ply.
constexpr int reduction_adjustment(const MoveFacts& m, const Parameters& p) {
  int sum = 0;
  if (m.was_pv) sum -= p.lmr_was_pv;
  if (m.cut_node) sum += p.lmr_cut_node;
  if (m.is_quiet && m.tt_move_is_capture) sum += p.lmr_tt_capture;
  if (m.gives_check) sum -= p.lmr_check;
  if (!m.improving) sum += p.lmr_not_improving;
  if (m.others_failed_high) sum += p.lmr_others_failed_high;
  if (m.is_refutation) sum -= p.lmr_refutation;
  return sum - m.history / (m.is_quiet ? p.lmr_quiet_history : p.lmr_capture_history);
}

// A late move beat alpha in a search of reduced depth. How far it beat expectations tells how
// deeply to look again.
constexpr int depth_after_reduction(int new_depth, Value value, Value best, const Parameters& p) {
  return new_depth + int{value > best + p.lmr_deeper_margin} -
         int{value < best + p.lmr_shallower_margin * new_depth};
}

// The move of the transposition table is much better than the others if all of them fail below
// this.
constexpr Value singular_beta(Value tt_value, int depth, const Parameters& p) {
  return tt_value - p.singular_margin * depth;
}

constexpr bool may_be_singular(int depth, int tt_depth, Value tt_value, const Parameters& p) {
  return depth >= p.singular_depth && tt_depth >= depth - p.singular_tt_depth &&
         !is_decisive(tt_value);
}

// How much more deeply it is looked at, where the search for others as good found `value`. Less
// deeply if the others are good enough, too: two plies where the transposition table expects a cut
// already, one where the parent does.
struct SingularFacts {
  Value value;
  Value threshold;  // singular_beta()
  Value tt_value;
  Value beta;
  bool is_pv;
  bool cut_node;
  int double_extensions;  // on the way here
};
constexpr int singular_extension(const SingularFacts& s, const Parameters& p) {
  if (s.value < s.threshold) {
    if (s.is_pv || s.value >= s.threshold - p.double_extension_margin ||
        s.double_extensions > p.double_extension_limit)
      return 1;
    return s.value < s.threshold - p.triple_extension_margin ? 3 : 2;
  }
  if (s.tt_value >= s.beta) return -p.singular_fail_high_reduction;
  return s.cut_node ? -p.singular_cut_reduction : 0;
}

// What success and failure at this depth count in the histories.
constexpr int history_bonus(int depth, const Parameters& p) {
  return std::min<int>(p.history_bonus_margin * depth - p.history_bonus_base,
                       p.history_bonus_limit);
}

// A move has raised alpha. The rest has to prove itself against a better score, and seldom does.
constexpr int reduction_after_raised_alpha(int depth, Value value, const Parameters& p) {
  const bool applies =
      depth > p.raised_alpha_above && depth < p.raised_alpha_below && !is_decisive(value);
  return applies ? int{p.raised_alpha_reduction} : 0;
}

// What a search found says how wrong the static evaluation was only in a quiet position, and only
// if it is not merely a bound on the evaluation's own side.
constexpr bool tells_about_evaluation(Bound bound, Value value, Value static_evaluation) {
  return !is_decisive(value) && !(bound == Bound::Lower && value <= static_evaluation) &&
         !(bound == Bound::Upper && value >= static_evaluation);
}

// Nearer to the fifty-move draw, an advantage is worth less.
constexpr Value faded(Value evaluation, int halfmove_clock, const Parameters& p) {
  return evaluation * (p.fifty_move_fade - std::min(halfmove_clock, 100)) / p.fifty_move_fade;
}

}  // namespace tabiya
