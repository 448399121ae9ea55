// What a search says about a position: centipawns, or a mate in N half-moves; always from
// the view of the player to move.
//
// One integer that compares as expected: a mate is better than any advantage, a quicker mate is
// better than a slower one, and being mated later is better than sooner.
#pragma once

#include <cassert>
#include <compare>
#include <cstdlib>

#include "chess/position.h"
#include "chess/values.h"
#include "chess/win_draw_loss.h"

namespace tabiya {

class Score {
 public:
  // The farthest mate a score can name, in half-moves.
  static constexpr int kLongestMate = kLongestMatePlies;
  // Centipawns lie strictly between these, so that they are never taken for mates.
  static constexpr int kMate = kMateScore;
  static constexpr int kHighestCentipawns = tabiya::kHighestCentipawns;

  constexpr Score() = default;

  static constexpr Score centipawns(int value) {
    assert(value >= -kHighestCentipawns && value <= kHighestCentipawns);
    return Score(value);
  }
  // The player to move mates, the mating move being the plies-th from here (so an odd number).
  static constexpr Score mate_in_plies(int plies) { return Score(kMate - plies); }
  // The player to move is mated after that many half-moves; 0: is checkmated now.
  static constexpr Score mated_in_plies(int plies) { return Score(plies - kMate); }

  // A win known from tablebases, which do not tell how many moves a mate takes.
  static constexpr Score tablebase_win() { return Score(28'000); }

  constexpr bool is_mate() const { return std::abs(value_) > kHighestCentipawns; }
  constexpr bool is_win() const { return value_ > kHighestCentipawns; }

  // Precondition: !is_mate().
  constexpr int centipawns() const { return value_; }
  // Precondition: is_mate(). Half-moves until the mate stands on the board.
  constexpr int mate_plies() const { return kMate - std::abs(value_); }
  // Precondition: is_mate(). As UCI counts: full moves, negative if the player to move is mated.
  constexpr int mate_moves() const {
    return is_win() ? (mate_plies() + 1) / 2 : -(mate_plies() / 2);
  }

  constexpr WrittenScore written() const {
    return is_mate() ? WrittenScore::mate(mate_moves()) : WrittenScore::centipawns(value_);
  }

  constexpr Score operator-() const { return Score(-value_); }
  constexpr auto operator<=>(const Score&) const = default;

 private:
  constexpr explicit Score(int value) : value_(value) {}

  int value_ = 0;
};

// The chances of a score with this many pieces on the board. In whole thousandths.
WinDrawLoss chances_of(Score, int pieces);
WinDrawLoss chances_of(Score, const Position&);

}  // namespace tabiya
