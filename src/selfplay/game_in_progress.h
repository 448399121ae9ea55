// A game of self-play while it is played: the rules on one side, what will be kept on the other.
#pragma once

#include <string>
#include <vector>

#include "chess/game.h"
#include "dataset/recorded_game.h"
#include "search/score.h"
#include "selfplay/game_starts.h"

namespace tabiya {

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
