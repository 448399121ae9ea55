#include "selfplay/self_player.h"

#include <utility>

namespace tabiya {

GameInProgress::GameInProgress(const GameStart& start, std::string players)
    : game_(start.opening.start, start.variant) {
  record_.start = start.opening.start;
  record_.variant = game_.variant();
  record_.players = std::move(players);
  for (const Move move : start.opening.moves) play({.move = move});
}

void GameInProgress::play(RecordedMove move, const std::vector<RecordedVisits>& visits) {
  move.first_visits = static_cast<std::uint32_t>(record_.visits.size());
  move.visits_count = static_cast<std::uint32_t>(visits.size());
  record_.visits.insert(record_.visits.end(), visits.begin(), visits.end());
  record_.moves.push_back(move);
  game_.play(move.move);
}

RecordedGame GameInProgress::finish(const Outcome& outcome) && {
  record_.result = {.winner = outcome.winner, .ending = outcome.ending};
  return std::move(record_);
}

std::int16_t recorded_score(Score score) {
  if (!score.is_mate()) return static_cast<std::int16_t>(score.centipawns());
  const int distance = Score::kMate - score.mate_plies();
  return static_cast<std::int16_t>(score.is_win() ? distance : -distance);
}

}  // namespace tabiya
