// What writing and reading the record of a game share; docs/data.md tells it in words.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/move.h"
#include "chess/move_list.h"
#include "chess/outcome.h"
#include "chess/piece.h"
#include "dataset/recorded_game.h"

namespace tabiya::record {

// The first byte.
inline constexpr std::uint8_t kStartMask = 3;  // 0 standard, 1 a Chess960 number, 2 FEN
inline constexpr std::uint8_t kStartStandard = 0;
inline constexpr std::uint8_t kStartNumber = 1;
inline constexpr std::uint8_t kStartFen = 2;
inline constexpr std::uint8_t kChess960 = 4;
inline constexpr int kResultShift = 3;  // 0 none, 1 White won, 2 Black won, 3 a draw
inline constexpr std::uint8_t kEndingTold = 32;
inline constexpr std::uint8_t kFinalScore = 64;

// What is kept of each move of a run.
inline constexpr std::uint8_t kScore = 1;
inline constexpr std::uint8_t kChances = 2;
inline constexpr std::uint8_t kVisits = 4;

// Limits, so that no file can ask for more than a game may need. The longest game that the rules
// allow has 17,697 half-moves.
inline constexpr std::size_t kMostPlies = 20000;
inline constexpr std::size_t kLongestPlayers = 1000;
inline constexpr std::size_t kLongestFen = 120;
inline constexpr std::size_t kLongestRecord = std::size_t{4} << 20;
inline constexpr int kWholeChance = 10000;

// Endings by their number in files, whatever order the program has them in.
inline constexpr std::array kEndings = {
    Ending::Checkmate,          Ending::Stalemate,           Ending::InsufficientMaterial,
    Ending::FiftyMoves,         Ending::ThreefoldRepetition, Ending::SeventyFiveMoves,
    Ending::FivefoldRepetition, Ending::Agreement,           Ending::Resignation,
    Ending::TimeForfeit,
};

// What the next player will think, guessed from what was thought last: only the difference is kept,
// and that is small.
class Expectation {
 public:
  int score(Color mover) const { return mover == Color::White ? score_ : -score_; }
  RecordedChances chances(Color mover) const {
    return mover == Color::White ? chances_ : turned(chances_);
  }

  void saw(Color mover, int score) { score_ = mover == Color::White ? score : -score; }
  void saw(Color mover, RecordedChances chances) {
    chances_ = mover == Color::White ? chances : turned(chances);
  }

 private:
  static RecordedChances turned(RecordedChances chances) {
    return {.win = chances.loss, .loss = chances.win};
  }

  // White's view.
  int score_ = 0;
  RecordedChances chances_;
};

// A move as its place among the legal moves of its position, in the order of Move::bits(): one
// byte, and whatever comes out of a file is a legal move.
//
// How many of the moves come before this one.
inline std::size_t rank_of(Move move, const MoveList& legal) {
  std::size_t before = 0;
  for (const Move other : legal) before += other.bits() < move.bits();
  return before;
}

// The inverse; leaves the list in another order. Precondition: rank < legal.size().
inline Move move_of_rank(std::size_t rank, MoveList& legal) {
  Move* const nth = legal.begin() + rank;
  std::nth_element(legal.begin(), nth, legal.end(),
                   [](Move a, Move b) { return a.bits() < b.bits(); });
  return *nth;
}

inline void sort_by_rank(MoveList& legal) {
  std::sort(legal.begin(), legal.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
}

}  // namespace tabiya::record
