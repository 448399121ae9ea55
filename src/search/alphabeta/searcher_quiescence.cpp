// The quiescence search: only captures and promotions, until nothing hangs and the evaluation can
// be trusted.
#include <algorithm>
#include <optional>

#include "chess/movegen.h"
#include "search/alphabeta/exchange.h"
#include "search/alphabeta/rules.h"
#include "search/alphabeta/searcher.h"

namespace tabiya {

template <bool kPv>
Value Searcher::quiescence(int ply, Value alpha, Value beta) {
  Frame& here = enter<kPv>(ply);
  const Position& position = here.position;
  if (stopped()) return 0;
  if (is_draw(ply)) return draw_value();
  if (ply >= kMaxPly) return here.in_check ? 0 : corrected(network_evaluation(ply), position);

  const Key key = position.key();
  const auto entry = shared_.table.find(key);
  const Value tt_value = entry ? from_table(entry->value, ply) : kNoValue;
  const bool was_pv = kPv || (entry && entry->was_pv);
  if (!kPv && entry && decides(*entry, tt_value, alpha, beta)) return tt_value;

  // No player is forced to capture: the evaluation is a lower bound, except in check.
  Value raw = kNoValue;
  Value best = -kInfinite;
  Value optimistic = -kInfinite;  // with a capture of nothing
  if (!here.in_check) {
    raw = entry && entry->evaluation != kNoValue ? entry->evaluation : network_evaluation(ply);
    best = here.static_evaluation = corrected(raw, position);
    if (entry && improves_on(*entry, tt_value, best)) best = tt_value;
    if (best >= beta) {
      if (!is_decisive(best)) best = cautious(best, beta, parameters.stand_pat_to_beta);
      if (!entry)
        shared_.table.store(key, {.value = to_table(best, ply),
                                  .evaluation = raw,
                                  .depth = parameters.tt_evaluation_depth,
                                  .bound = Bound::Lower,
                                  .was_pv = false});
      return best;
    }
    alpha = std::max(alpha, best);
    optimistic = here.static_evaluation + parameters.quiescence_margin;
  } else {
    here.static_evaluation = kNoValue;
  }

  const Frame& parent = frame(ply - 1);
  MovePicker picker = MovePicker::for_quiescence(position, here.king_lines, *history_,
                                                 continuations(ply), entry ? entry->move : kNoMove);
  std::optional<CheckLines> lines_to_king;
  Move best_move = kNoMove;
  int number = 0;
  int quiet_evasions = 0;
  for (;;) {
    // Two quiet evasions tell enough, unless both are mated.
    const Move move =
        picker.next(quiet_evasions > parameters.quiescence_evasions && !is_loss(best));
    if (move == kNoMove) break;
    ++number;
    if (!is_loss(best)) {
      const bool recaptures = parent.move != kNoMove && move.to() == parent.move.to();
      if (!here.in_check && !recaptures && move.kind() != Move::Kind::Promotion &&
          !gives_check(
              position,
              lines_to_king ? *lines_to_king : lines_to_king.emplace(check_lines(position)),
              move)) {
        // Even with the captured piece for nothing it would not reach alpha.
        const Value reached = optimistic + piece_value(victim(position, move));
        if (reached <= alpha) {
          best = std::max(best, reached);
          continue;
        }
        if (number > parameters.quiescence_moves) continue;
      }
      if (!picker.was_good_capture() &&
          !exchange_wins(position, move, here.in_check ? -parameters.quiescence_evasion_loss : 0))
        continue;
    }
    if (here.in_check && !is_capture_or_promotion(position, move)) ++quiet_evasions;

    play(ply, move);
    const Value value = -quiescence<kPv>(ply + 1, -beta, -alpha);
    take_back();
    if (stopped()) return 0;
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if (kPv) keep_line(ply, move);
        if (value >= beta) break;
        alpha = value;
      }
    }
  }

  if (here.in_check && number == 0) return mated_at(ply);
  if (best >= beta && !is_decisive(best))
    best = cautious(best, beta, parameters.quiescence_to_beta);

  shared_.table.store(key, {.move = best_move,
                            .value = to_table(best, ply),
                            .evaluation = raw,
                            .depth = 0,
                            .bound = best >= beta ? Bound::Lower : Bound::Upper,
                            .was_pv = was_pv});
  return best;
}

template Value Searcher::quiescence<true>(int, Value, Value);
template Value Searcher::quiescence<false>(int, Value, Value);

}  // namespace tabiya
