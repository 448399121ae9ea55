#include "search/alphabeta/move_picker.h"

#include <utility>

#include "search/alphabeta/exchange.h"

namespace tabiya {

MovePicker::MovePicker(const Position& position, const KingLines& lines, const MoveHistory& history,
                       const Continuations& continuations, const Hints& hints)
    : MovePicker(position, lines, history, continuations) {
  hints_ = hints;
  if (hints.tt_move != kNoMove && !is_legal(position, lines, hints.tt_move))
    hints_.tt_move = kNoMove;
}

MovePicker MovePicker::for_quiescence(const Position& position, const KingLines& lines,
                                      const MoveHistory& history,
                                      const Continuations& continuations, Move tt_move) {
  MovePicker picker(position, lines, history, continuations);
  picker.with_quiets_ = lines.checkers.any();
  if (tt_move != kNoMove && (picker.with_quiets_ || is_capture_or_promotion(position, tt_move)) &&
      is_legal(position, lines, tt_move))
    picker.hints_.tt_move = tt_move;
  return picker;
}

MovePicker MovePicker::for_winning(const Position& position, const KingLines& lines,
                                   const MoveHistory& history, Move tt_move, Value at_least) {
  MovePicker picker(position, lines, history, Continuations{});
  picker.with_quiets_ = false;
  picker.with_losing_ = false;
  picker.at_least_ = at_least;
  if (tt_move != kNoMove && is_capture_or_promotion(position, tt_move) &&
      is_legal(position, lines, tt_move) && exchange_wins(position, tt_move, at_least))
    picker.hints_.tt_move = tt_move;
  return picker;
}

// Victims in order of value; among equal ones what has worked before.
void MovePicker::score_captures() {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    const Piece mover = *position_.piece_at(move.from());
    const PieceType taken = victim(position_, move);
    int score =
        parameters.capture_victim_weight * piece_value(taken) +
        history_.capture(mover, move.to(), taken).value() / parameters.capture_history_divisor;
    if (move.promotes_to() == PieceType::Queen)
      score += parameters.capture_victim_weight * piece_value(PieceType::Queen);
    scores_[i] = score;
  }
}

void MovePicker::score_quiets(std::size_t from) {
  const Color side = position_.side_to_move();
  for (std::size_t i = from; i < moves_.size(); ++i) {
    const Move move = moves_[i];
    const std::size_t to = PieceTo(*position_.piece_at(move.from()), move.to()).index_in_table();
    int score = parameters.quiet_history_weight * history_.quiet(side, move).value();
    const auto add = [&](const ContinuationTable* table, int weight) {
      if (table != nullptr) score += weight * (*table)[to].value();
    };
    add(continuations_[0], parameters.continuation_weight_1);
    add(continuations_[1], parameters.continuation_weight_2);
    add(continuations_[2], parameters.continuation_weight_4);
    scores_[i] = score;
  }
}

// The move with the highest score of those left, taken out of them.
Move MovePicker::pick_best() {
  std::size_t best = next_;
  for (std::size_t i = next_ + 1; i < moves_.size(); ++i)
    if (scores_[i] > scores_[best]) best = i;
  Move* const moves = moves_.begin();
  std::swap(moves[best], moves[next_]);
  std::swap(scores_[best], scores_[next_]);
  return moves[next_++];
}

bool MovePicker::is_fresh_quiet(Move move) const {
  return move != kNoMove && move != hints_.tt_move && !is_capture_or_promotion(position_, move) &&
         is_legal(position_, lines_, move);
}

Move MovePicker::next(bool skip_quiets) {
  if (skip_quiets) with_quiets_ = false;

  switch (stage_) {
    case Stage::TtMove:
      stage_ = Stage::GenerateCaptures;
      if (hints_.tt_move != kNoMove) return hints_.tt_move;
      [[fallthrough]];

    case Stage::GenerateCaptures:
      legal_captures_and_promotions(position_, lines_, moves_);
      score_captures();
      stage_ = Stage::GoodCaptures;
      [[fallthrough]];

    case Stage::GoodCaptures:
      while (next_ < moves_.size()) {
        const Move move = pick_best();
        if (move == hints_.tt_move) continue;
        // A queen is nearly always the better promotion: the others come last.
        const bool underpromotes =
            move.promotes_to().value_or(PieceType::Queen) != PieceType::Queen;
        if (!underpromotes && exchange_wins(position_, move, at_least_)) return move;
        if (with_losing_) losing_.push(move);
      }
      stage_ = Stage::FirstKiller;
      [[fallthrough]];

    case Stage::FirstKiller:
      stage_ = Stage::SecondKiller;
      if (with_quiets_ && is_fresh_quiet(hints_.killers[0])) return hints_.killers[0];
      hints_.killers[0] = kNoMove;
      [[fallthrough]];

    case Stage::SecondKiller:
      stage_ = Stage::Counter;
      if (with_quiets_ && hints_.killers[1] != hints_.killers[0] &&
          is_fresh_quiet(hints_.killers[1]))
        return hints_.killers[1];
      hints_.killers[1] = kNoMove;
      [[fallthrough]];

    case Stage::Counter:
      stage_ = Stage::GenerateQuiets;
      if (with_quiets_ && hints_.counter != hints_.killers[0] &&
          hints_.counter != hints_.killers[1] && is_fresh_quiet(hints_.counter))
        return hints_.counter;
      hints_.counter = kNoMove;
      [[fallthrough]];

    case Stage::GenerateQuiets:
      if (with_quiets_) {
        const std::size_t first = moves_.size();
        legal_quiet_moves(position_, lines_, moves_);
        score_quiets(first);
      }
      stage_ = Stage::Quiets;
      [[fallthrough]];

    case Stage::Quiets:
      while (with_quiets_ && next_ < moves_.size()) {
        const Move move = pick_best();
        if (move != hints_.tt_move && move != hints_.killers[0] && move != hints_.killers[1] &&
            move != hints_.counter)
          return move;
      }
      stage_ = Stage::BadCaptures;
      [[fallthrough]];

    case Stage::BadCaptures:
      if (next_losing_ < losing_.size()) return losing_[next_losing_++];
      stage_ = Stage::Done;
      [[fallthrough]];

    case Stage::Done:
      return kNoMove;
  }
  std::unreachable();
}

}  // namespace tabiya
