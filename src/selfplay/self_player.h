// A player of games against itself, one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "dataset/recorded_game.h"
#include "search/score.h"
#include "selfplay/game_starts.h"

namespace tabiya {

// How often giving up would have been wrong, in games that were played on to find out.
struct ResignCheck {
  std::uint64_t games = 0;
  std::uint64_t wrong = 0;  // the game was not lost after all
};

class SelfPlayer {
 public:
  virtual ~SelfPlayer() = default;

  // The game of that number: the same number gives the same game, whatever was played before.
  // Nothing if it was told to stop. An error is a sentence; there is no use in going on then.
  virtual Result<std::optional<RecordedGame>> play(std::uint64_t number,
                                                   const std::stop_token&) = 0;
  virtual ResignCheck resign_check() const { return {}; }
};

// A game of self-play while it is played: the rules on one side, what will be kept on the other.
class GameInProgress {
 public:
  GameInProgress(const GameStart&, std::string players);

  const Game& game() const { return game_; }

  // What was thought, and the move played. Precondition: the move is legal.
  void play(RecordedMove, const std::vector<RecordedVisits>& = {});

  // What is kept. Precondition: the outcome is the game's, or one that was agreed on.
  RecordedGame finish(const Outcome&) &&;

 private:
  Game game_;
  RecordedGame record_;
};

// As a record has it.
std::int16_t recorded_score(Score);

}  // namespace tabiya
