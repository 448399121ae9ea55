// What a search thread has learnt: which moves refuted others, and how wrong the network was.
//
// All tables hold small signed numbers that drift towards their limit with each success and away
// from it with each failure; the nearer to the limit, the smaller the step ("gravity"). Each search
// thread has its own, so nothing here is shared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "chess/move.h"
#include "chess/position.h"
#include "search/alphabeta/transposition_table.h"
#include "search/alphabeta/value.h"

namespace tabiya {

class HistoryEntry {
 public:
  static constexpr int kLimit = 16384;

  int value() const { return value_; }
  // Precondition: |bonus| <= kLimit.
  void add(int bonus) {
    value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / kLimit);
  }

 private:
  std::int16_t value_ = 0;
};

// A piece and the square it went to: 768 of them.
class PieceTo {
 public:
  static constexpr std::size_t kCount = std::size_t{2} * 6 * 64;

  constexpr PieceTo(Piece piece, Square to)
      : index_(static_cast<std::uint16_t>((index(piece.color()) * 6 + index(piece.type())) * 64 +
                                          index(to))) {}
  constexpr std::size_t index_in_table() const { return index_; }

 private:
  std::uint16_t index_;
};

// How good each answer (or continuation) was after one certain move.
using ContinuationTable = std::array<HistoryEntry, PieceTo::kCount>;

// The moves before this one whose continuations count: one, two and four half-moves ago. Null
// where there was none.
using Continuations = std::array<ContinuationTable*, 3>;

class MoveHistory {
 public:
  HistoryEntry& quiet(Color side, Move move) {
    return quiet_[static_cast<std::size_t>(side)][from_to(move)];
  }
  const HistoryEntry& quiet(Color side, Move move) const {
    return quiet_[static_cast<std::size_t>(side)][from_to(move)];
  }

  HistoryEntry& capture(Piece piece, Square to, PieceType captured) {
    return capture_[PieceTo(piece, to).index_in_table()][static_cast<std::size_t>(captured)];
  }
  const HistoryEntry& capture(Piece piece, Square to, PieceType captured) const {
    return capture_[PieceTo(piece, to).index_in_table()][static_cast<std::size_t>(captured)];
  }

  ContinuationTable& after(PieceTo move) { return continuation_[move.index_in_table()]; }
  Move& counter(PieceTo move) { return counter_[move.index_in_table()]; }

  void clear() { *this = MoveHistory(); }

 private:
  static constexpr std::size_t kFromTo = std::size_t{64} * 64;

  static constexpr std::size_t from_to(Move move) {
    return static_cast<std::size_t>(move.from()) * 64 + static_cast<std::size_t>(move.to());
  }

  std::array<std::array<HistoryEntry, kFromTo>, 2> quiet_{};
  std::array<std::array<HistoryEntry, 6>, PieceTo::kCount> capture_{};
  std::array<ContinuationTable, PieceTo::kCount> continuation_{};
  std::array<Move, PieceTo::kCount> counter_ = filled_with_no_move();

  static constexpr std::array<Move, PieceTo::kCount> filled_with_no_move() {
    std::array<Move, PieceTo::kCount> moves{};
    moves.fill(kNoMove);
    return moves;
  }
};

// How wrong the network's evaluation has been where the pawns, or one side's pieces, stood as they
// do now: what search found minus what the network said.
class CorrectionHistory {
 public:
  // In centipawns, to be added to the network's evaluation.
  Value correction(const Position&) const;

  // A search to that depth found the evaluation to be wrong by that many centipawns.
  void learn(const Position&, Value error, int depth);

 private:
  static constexpr int kSizeBits = 14;
  using Part = std::array<HistoryEntry, std::size_t{1} << kSizeBits>;
  using Slots = std::array<std::size_t, 3>;  // by pawns, by white's pieces, by black's

  static Slots slots_of(const Position&);

  std::array<std::array<Part, 3>, 2> parts_{};  // for white and for black to move
};

}  // namespace tabiya
