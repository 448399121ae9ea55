// The search proper: what a node is worth, looked at to some depth. Below that depth follows the
// quiescence search, in searcher_quiescence.cpp.
#include <algorithm>
#include <array>

#include "chess/movegen.h"
#include "search/alphabeta/exchange.h"
#include "search/alphabeta/rules.h"
#include "search/alphabeta/searcher.h"
#include "search/tablebases.h"

namespace tabiya {

namespace {

// Moves that were tried, for the histories; more than these would not change them much.
class TriedMoves {
 public:
  void push(Move move) {
    if (size_ < moves_.size()) moves_[size_++] = move;
  }
  operator std::span<const Move>() const { return {moves_.data(), size_}; }  // NOLINT: a view

 private:
  std::array<Move, 32> moves_;
  std::size_t size_ = 0;
};

}  // namespace

template <Searcher::Node kNode>
Value Searcher::search(int ply, Value alpha, Value beta, int depth, bool cut_node) {
  constexpr bool kRoot = kNode == Node::Root;
  constexpr bool kPv = kNode != Node::NonPv;

  if (depth <= 0) return quiescence<kPv>(ply, alpha, beta);

  Frame& here = enter<kPv>(ply);
  const Position& position = here.position;

  // 1. The end of the search, of the game, or of the tree.
  if (!kRoot) {
    if (stopped()) return 0;
    if (is_draw(ply)) return draw_value();
    if (ply >= kMaxPly) return here.in_check ? 0 : corrected(network_evaluation(ply), position);

    // A mate nearer to the root than any this node could give makes the node irrelevant.
    alpha = std::max(mated_at(ply), alpha);
    beta = std::min(mates_at(ply + 1), beta);
    if (alpha >= beta) return alpha;
  }

  frame(ply + 2).killers = {kNoMove, kNoMove};
  frame(ply + 1).excluded = kNoMove;
  frame(ply + 2).fail_highs = 0;
  here.double_extensions = kRoot ? 0 : frame(ply - 1).double_extensions;
  const Move excluded = here.excluded;
  const Value original_alpha = alpha;

  // 2. What the transposition table knows.
  const Key key = position.key();
  const auto entry = shared_.table.find(key);
  const Value tt_value = entry ? from_table(entry->value, ply) : kNoValue;
  Move tt_move = entry ? entry->move : kNoMove;
  if (kRoot && root_depth_ > 1) tt_move = root_moves_[rank_].move;
  const bool was_pv = kPv || (entry && entry->was_pv);
  const bool tt_move_is_capture = tt_move != kNoMove && is_capture_or_promotion(position, tt_move);

  if (!kPv && excluded == kNoMove && entry &&
      entry_is_enough(*entry,
                      {.value = tt_value,
                       .alpha = alpha,
                       .beta = beta,
                       .depth = depth,
                       .cut_node = cut_node,
                       .halfmove_clock = position.halfmove_clock()},
                      parameters)) {
    if (tt_move != kNoMove && tt_value >= beta && !tt_move_is_capture &&
        is_legal(position, here.king_lines, tt_move))
      add_quiet_history(ply, tt_move, history_bonus(depth, parameters));
    if (tt_value >= beta) blame_earlier_move(ply, depth);
    return tt_value;
  }

  // 3. What the tablebases know.
  Value highest = kInfinite;  // the tablebases may limit what can be reached
  Value best = -kInfinite;
  if (!kRoot && excluded == kNoMove && shared_.tablebases) {
    const Value known = probe_tablebases(ply, depth);
    if (known != kNoValue) {
      if (known >= beta || known <= alpha || known == 0) {
        shared_.table.store(key, {.move = kNoMove,
                                  .value = to_table(known, ply),
                                  .evaluation = kNoValue,
                                  .depth = std::min(depth + parameters.tt_tablebase_depth, kMaxPly),
                                  .bound = Bound::Exact,
                                  .was_pv = was_pv});
        return known;
      }
      if (kPv && known > 0) {
        best = known;
        alpha = std::max(alpha, best);
      } else if (kPv) {
        highest = known;
      }
    }
  }

  // 4. The static evaluation, and what earlier visits make of it.
  Value raw = kNoValue;
  Value evaluation = kNoValue;
  bool improving = false;
  if (here.in_check) {
    here.static_evaluation = kNoValue;
  } else {
    if (excluded != kNoMove) {
      evaluation = here.static_evaluation;
    } else {
      raw = entry && entry->evaluation != kNoValue ? entry->evaluation : network_evaluation(ply);
      evaluation = here.static_evaluation = corrected(raw, position);
      if (!entry)
        shared_.table.store(key, {.evaluation = raw,
                                  .depth = parameters.tt_evaluation_depth,
                                  .bound = {},
                                  .was_pv = was_pv});
    }
    if (entry && improves_on(*entry, tt_value, evaluation)) evaluation = tt_value;
    improving = is_improving(here.static_evaluation, frame(ply - 2).static_evaluation,
                             frame(ply - 4).static_evaluation);
  }

  // 5. Nodes that need not be searched move by move.
  if (!kPv && !here.in_check && excluded == kNoMove) {
    const NodeFacts facts{.depth = depth,
                          .alpha = alpha,
                          .beta = beta,
                          .evaluation = evaluation,
                          .static_evaluation = here.static_evaluation,
                          .improving = improving,
                          .tt_move_is_capture = tt_move_is_capture};
    if (razors(facts, parameters)) {
      const Value value = quiescence<false>(ply, alpha, alpha + 1);
      if (value <= alpha) return value;
    }
    if (reverse_futility_cuts(facts, parameters))
      return cautious(evaluation, beta, parameters.reverse_futility_to_beta);

    if (may_pass(facts, parameters) && frame(ply - 1).move != kNoMove &&
        zugzwang_is_unlikely(position)) {
      const Value value = try_pass(ply, beta, depth, pass_reduction(facts, parameters));
      if (stopped()) return 0;
      if (value >= beta) return is_win(value) ? beta : value;
    }

    if (may_probcut(facts, parameters)) {
      const Value threshold = probcut_beta(facts, parameters);
      // Not if an earlier search to about that depth says otherwise.
      if (!(entry && entry->bound && entry->depth >= depth - parameters.probcut_tt_depth &&
            tt_value < threshold)) {
        const Value value = try_probcut(ply, depth, threshold, tt_move, cut_node, raw);
        if (stopped()) return 0;
        if (value != kNoValue) return value;
      }
    }
  }

  if (!kRoot) depth -= internal_reduction(depth, tt_move != kNoMove, kPv, cut_node, parameters);

  // 6. The moves, one after the other.
  const Move before = frame(ply - 1).move;
  Move counter = kNoMove;
  if (frame(ply - 1).continuation != nullptr)
    if (const auto mover = position.piece_at(before.to()))
      counter = history_->counter(PieceTo(*mover, before.to()));
  const Continuations past = continuations(ply);
  MovePicker picker(position, here.king_lines, *history_, past,
                    {.tt_move = tt_move, .killers = here.killers, .counter = counter});

  const CheckLines lines_to_king = check_lines(position);
  Move best_move = kNoMove;
  TriedMoves quiets;
  TriedMoves captures;
  int number = 0;
  bool skip_quiets = false;
  std::size_t next_root = rank_;

  for (;;) {
    // At the root the order is that of the last iteration.
    Move move = kNoMove;
    if (kRoot) {
      if (next_root < root_moves_.size()) move = root_moves_[next_root++].move;
    } else {
      move = picker.next(skip_quiets);
    }
    if (move == kNoMove) break;
    if (move == excluded) continue;
    ++number;
    if (kRoot && supervisor_ != nullptr)
      supervisor_->on_root_move(root_depth_, move, number + static_cast<int>(rank_));

    const bool is_quiet = !is_capture_or_promotion(position, move);
    const bool checks = gives_check(position, lines_to_king, move);
    const int history =
        is_quiet
            ? quiet_history(ply, move)
            : history_->capture(*position.piece_at(move.from()), move.to(), victim(position, move))
                  .value();
    int reduction = late_move_reduction(depth, number, is_quiet, parameters);

    // 7. Moves that need not be looked at. None is left out while the score is a loss, which the
    // move might avert, or a win, which it might make shorter.
    if (!kRoot && !is_loss(best) && !is_win(alpha) && own_pieces(position).any()) {
      if (number >= quiet_moves_worth_trying(depth, improving, parameters)) skip_quiets = true;
      const int reduced_depth = std::max(depth - 1 - reduction / 1024, 0);
      if (is_quiet) {
        if (skip_quiets && !checks && number > 1) continue;
        if (!here.in_check && !checks &&
            futile(reduced_depth, here.static_evaluation, alpha, parameters)) {
          skip_quiets = true;
          continue;
        }
        if (history_is_too_low(reduced_depth, history, parameters)) continue;
      }
      if (depth <= parameters.exchange_depth && !picker.was_good_capture() &&
          !exchange_wins(position, move,
                         tolerated_loss(depth, reduced_depth, !is_quiet, parameters)))
        continue;
    }

    // 8. A transposition table move much better than all others is looked at more deeply; if others
    // are good enough too, less.
    int extension = 0;
    if (!kRoot && move == tt_move && excluded == kNoMove &&
        ply < parameters.singular_ply_limit * root_depth_ && entry && entry->bound &&
        *entry->bound != Bound::Upper &&
        may_be_singular(depth, entry->depth, tt_value, parameters)) {
      const Value threshold = singular_beta(tt_value, depth, parameters);
      here.excluded = move;
      const Value value = search<Node::NonPv>(
          ply, threshold - 1, threshold, (depth - 1) / parameters.singular_depth_divisor, cut_node);
      here.excluded = kNoMove;
      if (stopped()) return 0;
      // Several moves beat beta.
      if (value >= threshold && threshold >= beta && !is_decisive(threshold)) return threshold;
      extension = singular_extension({.value = value,
                                      .threshold = threshold,
                                      .tt_value = tt_value,
                                      .beta = beta,
                                      .is_pv = kPv,
                                      .cut_node = cut_node,
                                      .double_extensions = here.double_extensions},
                                     parameters);
      if (extension >= 2) ++here.double_extensions;
    }

    // 9. Play it and look.
    const std::uint64_t nodes_before = nodes();
    const int new_depth = depth - 1 + extension;
    here.number = number;
    play(ply, move);
    Value value = -kInfinite;
    if (depth >= parameters.lmr_depth && number > 1 + int{kRoot}) {
      reduction += reduction_adjustment(
          {.was_pv = was_pv,
           .cut_node = cut_node,
           .is_quiet = is_quiet,
           .tt_move_is_capture = tt_move_is_capture,
           .gives_check = checks,
           .improving = improving,
           .others_failed_high = frame(ply + 1).fail_highs > parameters.lmr_fail_highs,
           .is_refutation = move == here.killers[0] || move == here.killers[1] || move == counter,
           .history = history},
          parameters);
      const int reduced = std::clamp(new_depth - reduction / 1024, 1, std::max(new_depth, 1));
      value = -search<Node::NonPv>(ply + 1, -alpha - 1, -alpha, reduced, true);
      if (value > alpha && reduced < new_depth) {
        const int again = depth_after_reduction(new_depth, value, best, parameters);
        if (again > reduced)
          value = -search<Node::NonPv>(ply + 1, -alpha - 1, -alpha, again, !cut_node);
        if (is_quiet && (value <= alpha || value >= beta)) {
          const int bonus =
              value <= alpha ? -history_bonus(depth, parameters) : history_bonus(depth, parameters);
          for (ContinuationTable* table : past)
            if (table != nullptr)
              (*table)[PieceTo(*position.piece_at(move.from()), move.to()).index_in_table()].add(
                  bonus);
        }
      }
    } else if (!kPv || number > 1) {
      value = -search<Node::NonPv>(ply + 1, -alpha - 1, -alpha, new_depth, !cut_node);
    }
    if (kPv && (number == 1 || value > alpha))
      value = -search<Node::Pv>(ply + 1, -beta, -alpha, new_depth, false);
    take_back();
    if (stopped()) return 0;

    if (kRoot) note_root_move(move, number == 1, value, alpha, beta, nodes() - nodes_before);

    // 10. Is it the best so far?
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if (kPv && !kRoot) keep_line(ply, move);
        if (value >= beta) {
          here.fail_highs += 1;
          if (tt_move == kNoMove) here.fail_highs += parameters.lmr_unforeseen_fail_high;
          reward(ply, move, depth + int{value > beta + parameters.history_beta_margin}, quiets,
                 captures);
          break;
        }
        alpha = value;
        depth -= reduction_after_raised_alpha(depth, value, parameters);
      }
    }
    if (is_quiet)
      quiets.push(move);
    else
      captures.push(move);
  }

  // 11. No move at all: mate or stalemate.
  if (number == 0) {
    if (excluded != kNoMove) return alpha;
    return here.in_check ? mated_at(ply) : draw_value();
  }

  // A move that nothing refuted deserves to be tried again.
  if (best <= original_alpha && frame(ply - 1).continuation != nullptr && ply > 0) {
    const Position& earlier = frame(ply - 1).position;
    if (!is_capture_or_promotion(earlier, before))
      add_quiet_history(ply - 1, before,
                        history_bonus(depth, parameters) / parameters.history_unrefuted_divisor);
  }

  best = std::min(best, highest);

  // 12. Remember.
  if (excluded == kNoMove && !(kRoot && rank_ > 0)) {
    const Bound bound = best >= beta                   ? Bound::Lower
                        : best > original_alpha && kPv ? Bound::Exact
                                                       : Bound::Upper;
    shared_.table.store(key, {.move = best_move,
                              .value = to_table(best, ply),
                              .evaluation = raw,
                              .depth = depth,
                              .bound = bound,
                              .was_pv = was_pv});
    const bool is_quiet =
        !here.in_check && (best_move == kNoMove || !is_capture_or_promotion(position, best_move));
    if (is_quiet && tells_about_evaluation(bound, best, here.static_evaluation))
      correction_->learn(position, best - here.static_evaluation, depth);
  }
  return best;
}

// Only where the fifty-move count has just begun: the tables know nothing of the moves before.
Value Searcher::probe_tablebases(int ply, int depth) {
  const Position& position = frame(ply).position;
  const int pieces = position.occupied().count();
  const int most = shared_.tablebases->most_pieces();
  if (pieces > most || (pieces == most && depth < parameters.tablebase_depth)) return kNoValue;
  const auto verdict = shared_.tablebases->probe(position);
  if (!verdict) return kNoValue;
  tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed);
  switch (*verdict) {
    case Tablebases::Verdict::Win:
      return kTablebaseValue - ply;
    case Tablebases::Verdict::Loss:
      return ply - kTablebaseValue;
    default:
      return 0;
  }
}

Value Searcher::try_pass(int ply, Value beta, int depth, int reduction) {
  pass(ply);
  const Value value = -search<Node::NonPv>(ply + 1, -beta, -beta + 1, depth - reduction, false);
  take_back();
  return value;
}

Value Searcher::try_probcut(int ply, int depth, Value threshold, Move tt_move, bool cut_node,
                            Value raw) {
  const Position& position = frame(ply).position;
  const Value needed = threshold - frame(ply).static_evaluation;
  MovePicker picker =
      MovePicker::for_winning(position, frame(ply).king_lines, *history_, tt_move, needed);
  for (Move move = picker.next(); move != kNoMove; move = picker.next()) {
    play(ply, move);
    Value value = -quiescence<false>(ply + 1, -threshold, -threshold + 1);
    if (value >= threshold)
      value = -search<Node::NonPv>(ply + 1, -threshold, -threshold + 1,
                                   depth - parameters.probcut_reduction, !cut_node);
    take_back();
    if (stopped()) return kNoValue;
    if (value >= threshold) {
      shared_.table.store(position.key(), {.move = move,
                                           .value = to_table(value, ply),
                                           .evaluation = raw,
                                           .depth = depth - parameters.probcut_reduction + 1,
                                           .bound = Bound::Lower,
                                           .was_pv = false});
      return value;
    }
  }
  return kNoValue;
}

template Value Searcher::search<Searcher::Node::Root>(int, Value, Value, int, bool);

}  // namespace tabiya
