#include "selfplay/alphabeta_games.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

#include "base/result.h"
#include "nnue/network.h"
#include "selfplay/self_player.h"

namespace tabiya {

Adjudication AlphaBetaGameSettings::adjudication() const {
  constexpr int never = std::numeric_limits<int>::max();
  Adjudication rules{
      .resign = ResignAdjudication{
          .moves = 3, .score = win_score > 0 ? win_score : never, .both = true, .at_mate = true}};
  if (draw_score > 0) rules.draw = DrawAdjudication{.from = 40, .moves = 6, .score = draw_score};
  return rules;
}

AlphaBetaGames::AlphaBetaGames(std::shared_ptr<const Network> network,
                               const AlphaBetaGameSettings& settings,
                               std::shared_ptr<const GameStarts> starts)
    : settings_(settings),
      starts_(std::move(starts)),
      players_(fmt::format("alphabeta {} {} nodes", network->name(), settings.nodes)),
      search_(std::move(network)) {
  if (!search_.use_table_of(settings.table)) throw std::bad_alloc();
}

SearchResult AlphaBetaGames::think(const Game& game, const std::stop_token& stop) {
  SearchLimits limits;
  limits.soft_nodes = settings_.nodes;
  limits.nodes = 10 * settings_.nodes;
  SearchListener silent;
  return search_.run(game, limits, silent, stop);
}

Result<std::optional<RecordedGame>> AlphaBetaGames::play(std::uint64_t number,
                                                         const std::stop_token& stop) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    search_.forget();
    GameInProgress playing(starts_->start(number, attempt), players_);
    Arbiter arbiter(settings_.adjudication());
    bool is_balanced = true;
    for (bool first = true; !playing.game().is_over(); first = false) {
      const Game& game = playing.game();
      const SearchResult result = think(game, stop);
      if (stop.stop_requested()) return std::nullopt;
      const Score score = result.info.score;
      // Long lists of attempts do not help where nothing is balanced.
      if (first && starts_->are_random() && attempt < 100 &&
          (score.is_mate() || std::abs(score.centipawns()) > settings_.balance)) {
        is_balanced = false;
        break;
      }
      const Color mover = game.position().side_to_move();
      playing.play({.move = *result.best, .score = recorded_score(score)});
      if (playing.game().is_over()) break;
      arbiter.note(mover, score.written(), static_cast<int>(game.length() / 2));
      if (const auto verdict = arbiter.verdict()) return std::move(playing).finish(*verdict);
      if (std::cmp_greater_equal(game.length(), settings_.most_plies))
        return std::move(playing).finish(Outcome::draw(Ending::Agreement));
    }
    if (!is_balanced) continue;
    const Outcome outcome = *playing.game().outcome();
    return std::move(playing).finish(outcome);
  }
}

}  // namespace tabiya
