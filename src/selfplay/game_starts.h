// Where each game of self-play begins. What a game gets depends only on the settings, the seed and
// the game's number. May be asked from every thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/chess960.h"
#include "openings/opening_book.h"

namespace tabiya {

struct StartSettings {
  std::vector<Opening> listed;   // all the same variant; empty: random moves
  std::size_t random_plies = 8;  // at the beginning; every second game has one more, if any
  double chess960_share = 0;     // of the games; for random openings
  // Who always plays the same from the same start needs another one: a start that was used before
  // is followed by this many random half-moves.
  std::size_t plies_when_used_again = 0;
  bool all_are_used = false;  // by an earlier run; which ones is unknown
};

struct GameStart {
  Opening opening;
  Variant variant = Variant::Standard;
};

class GameStarts {
 public:
  GameStarts(const StartSettings&, std::uint64_t seed);

  // A random opening may turn out to be unbalanced; then the next attempt gives another one.
  GameStart start(std::uint64_t game, std::uint64_t attempt) const;
  bool are_random() const { return are_random_; }

 private:
  Opening opening(const OpeningBook&, std::uint64_t game, std::uint64_t attempt) const;

  std::vector<OpeningBook> standard_;  // the games take them in turn
  std::vector<OpeningBook> chess960_;
  bool are_random_;
  bool listed_are_chess960_ = false;
  double chess960_share_;
  std::size_t plies_when_used_again_;
  bool all_are_used_;
  std::uint64_t seed_;
};

}  // namespace tabiya
