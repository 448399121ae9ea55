// What the next player will think, guessed from what was thought last: only the difference is kept,
// and that is small.
#pragma once

#include "chess/piece.h"
#include "dataset/recorded_game.h"

namespace tabiya::record {

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

}  // namespace tabiya::record
