// The legal moves of a node, one at a time, the most promising first: in a good search the first
// refutes most nodes, so the rest need not even be generated.
//
//   tt_move → captures that lose nothing, by victim and history → killers and counter-move
//   → quiet moves by history → captures that lose material
#pragma once

#include <array>
#include <cstdint>

#include "chess/move.h"
#include "chess/move_list.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "search/alphabeta/history.h"

namespace tabiya {

// What a capture takes; a promotion that captures nothing counts as taking a pawn.
inline PieceType victim(const Position& position, Move move) {
  const auto captured = position.piece_at(move.to());
  return captured && move.kind() != Move::Kind::Castling ? captured->type() : PieceType::Pawn;
}

class MovePicker {
 public:
  // Moves that a node tries before it generates any, or before other quiet ones.
  struct Hints {
    Move tt_move = kNoMove;
    std::array<Move, 2> killers{kNoMove, kNoMove};
    Move counter = kNoMove;
  };

  // All legal moves.
  MovePicker(const Position&, const KingLines&, const MoveHistory&, const Continuations&,
             const Hints&);

  // Only captures and promotions, or all evasions when in check.
  static MovePicker for_quiescence(const Position&, const KingLines&, const MoveHistory&,
                                   const Continuations&, Move tt_move);
  // Only captures and promotions whose exchange wins at least that much.
  static MovePicker for_winning(const Position&, const KingLines&, const MoveHistory&, Move tt_move,
                                Value at_least);

  // kNoMove when there are no more. Once quiet moves are not wanted, they never come again.
  Move next(bool skip_quiets = false);

  // Whether the last move is known to lose nothing in the exchange.
  bool was_good_capture() const { return stage_ == Stage::GoodCaptures; }

 private:
  enum class Stage : std::uint8_t {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
  };

  MovePicker(const Position& position, const KingLines& lines, const MoveHistory& history,
             const Continuations& continuations)
      : position_(position), lines_(lines), history_(history), continuations_(continuations) {}

  bool is_fresh_quiet(Move) const;
  void score_captures();
  void score_quiets(std::size_t from);
  Move pick_best();

  const Position& position_;
  const KingLines lines_;
  const MoveHistory& history_;
  Continuations continuations_;
  Hints hints_;
  Value at_least_ = 0;  // what an exchange must win to be a good capture
  bool with_quiets_ = true;
  bool with_losing_ = true;  // captures whose exchange falls short of at_least_
  Stage stage_ = Stage::TtMove;

  MoveList moves_;
  std::array<int, MoveList::kCapacity> scores_;
  std::size_t next_ = 0;
  MoveList losing_;
  std::size_t next_losing_ = 0;
};

}  // namespace tabiya
