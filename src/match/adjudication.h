// Ending games early when the engines themselves say how they will end.
#pragma once

#include <optional>

#include "chess/outcome.h"
#include "match/uci_output.h"

namespace tabiya {

// A draw when both engines have given scores within ±score for this many moves each, not before
// move number `from` of the game.
struct DrawAdjudication {
  int from = 40;
  int moves = 8;
  Centipawns score{10};
};

// A loss when an engine has given −score or worse for this many of its moves in a row; with
// `both`, only if the other one has said as long that it is as much better.
struct ResignAdjudication {
  int moves = 4;
  Centipawns score{600};
  bool both = false;
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

  // A move was made, with the score its engine gave. A missing score breaks every row.
  // `number` is the number of that move as PGN counts them.
  void note(Color mover, const std::optional<EngineScore>& score, int number);

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
  int plies_ = 0;
  int number_ = 0;
};

}  // namespace tabiya
