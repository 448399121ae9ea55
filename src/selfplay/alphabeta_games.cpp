#include "selfplay/alphabeta_games.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/result.h"
#include "nnue/network.h"
#include "selfplay/self_player.h"

namespace tabiya {
namespace {

// Counts how long both sides have agreed about the end of a game.
class Agreement {
 public:
  explicit Agreement(const AlphaBetaGameSettings& settings) : settings_(settings) {}

  std::optional<Outcome> after(Color mover, Score score, std::size_t ply) {
    const bool decided = score.is_mate() || std::abs(score.centipawns()) >= settings_.win_score;
    const Color better = score > Score() ? mover : !mover;
    winning_ = decided ? (winning_ > 0 && better == better_ ? winning_ + 1 : 1) : 0;
    better_ = better;
    const bool level = !decided && std::abs(score.centipawns()) <= settings_.draw_score;
    level_ = level ? level_ + 1 : 0;
    if (score.is_mate() || winning_ >= settings_.win_plies)
      return Outcome::win(better, Ending::Resignation);
    if ((level_ >= settings_.draw_plies && std::cmp_greater_equal(ply, settings_.draw_from)) ||
        std::cmp_greater_equal(ply, settings_.most_plies))
      return Outcome::draw(Ending::Agreement);
    return std::nullopt;
  }

 private:
  const AlphaBetaGameSettings& settings_;
  Color better_ = Color::White;
  int winning_ = 0;
  int level_ = 0;
};

}  // namespace

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
    Agreement agreement(settings_);
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
      if (const auto agreed = agreement.after(mover, score, game.length()))
        return std::move(playing).finish(*agreed);
    }
    if (!is_balanced) continue;
    const Outcome outcome = *playing.game().outcome();
    return std::move(playing).finish(outcome);
  }
}

}  // namespace tabiya
