// One game between two engines, from the opening to its result.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "chess/outcome.h"
#include "match/limits.h"
#include "match/uci_engine.h"
#include "match/uci_output.h"
#include "notation/pgn_tokens.h"
#include "openings/opening_book.h"

namespace tabiya {

// Games end early when the engines themselves say how they will end. This is a draw: both engines
// have given scores within ±score for this many moves each, and it is at least move number `from`
// of the game.
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

struct GamePlayer {
  UciEngine* engine;
  EngineLimits limits;
};

struct GameRules {
  Variant variant = Variant::Standard;
  Adjudication adjudication{};
  std::chrono::milliseconds margin{50};
};

// What an engine said about a move of its own; nothing for moves of the opening.
struct MoveNote {
  std::optional<EngineScore> score{};  // from its own side
  std::optional<int> depth{};
  std::chrono::milliseconds elapsed{};
};

// The termination of a game that ended by the rules; its reason tells which.
inline constexpr std::string_view kNormal = "normal";

struct PlayedGame {
  Game game{};
  std::vector<std::optional<MoveNote>> notes{};  // one for each half-move
  PgnResult result = PgnResult::Unknown;
  std::string termination{};       // as PGN has it: kNormal, "adjudication", "time forfeit" …
  std::string reason{};            // "checkmate", or a sentence; may be empty
  std::optional<Color> culprit{};  // whose engine failed and is of no more use
};

// Nothing if it was stopped. Precondition: the opening is no finished game.
std::optional<PlayedGame> play_game(const Opening&, const std::array<GamePlayer, 2>& players,
                                    const GameRules&, const std::stop_token&);

// The UCI command "position …" for a game, with castling as its variant has it.
std::string position_command(const Game&);

}  // namespace tabiya
