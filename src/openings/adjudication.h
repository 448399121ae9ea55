// When games between engines end: before the rules end them, by what the engines say.
#pragma once

#include <optional>

#include "chess/outcome.h"
#include "chess/values.h"

namespace tabiya {

// Games end early when the engines themselves say how they will end. This is a draw: both engines
// have given scores within ±score for this many moves each, and it is at least move number `from`
// of the game.
struct DrawAdjudication {
  int from = 40;
  int moves = 8;
  int score = 10;  // centipawns
};

// A loss when an engine has given −score or worse for this many of its moves in a row; with
// `both`, only if the other one has said as long that it is as much better.
struct ResignAdjudication {
  int moves = 4;
  int score = 600;
  bool both = false;
  bool at_mate = false;  // also as soon as one of them sees a mate
};

struct Adjudication {
  std::optional<DrawAdjudication> draw{};
  std::optional<ResignAdjudication> resign{};
  int most_moves = 0;  // by the engines, of each side, then it is a draw; 0: no limit
};

// Listens to one game.
class Arbiter {
 public:
  explicit Arbiter(const Adjudication& rules) : rules_(rules) {}

  // A move was made, with the score its engine gave from its own view. A missing score breaks every
  // row. `number` is that of the move, as PGN counts them or from the game's beginning.
  void note(Color mover, const std::optional<WrittenScore>& score, int number);

  // The outcome, Agreement or Resignation, if the rules say so now.
  std::optional<Outcome> verdict() const;
  bool is_too_long() const { return rules_.most_moves > 0 && plies_ >= 2 * rules_.most_moves; }

 private:
  struct Rows {  // moves in a row
    int level = 0;
    int losing = 0;
    int winning = 0;
  };

  Adjudication rules_;
  Rows rows_[2];
  std::optional<Color> mating_;
  int plies_ = 0;
  int number_ = 0;
};

}  // namespace tabiya
