// Games of the alpha-beta search against itself: scores and results, from which an NNUE learns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "openings/adjudication.h"
#include "search/alphabeta/alphabeta.h"
#include "selfplay/game_starts.h"
#include "selfplay/self_player.h"

namespace tabiya {

struct AlphaBetaGameSettings {
  std::uint64_t nodes = 5000;  // no new iteration after this many; none goes beyond ten times that
  std::size_t table = 8;       // mebibytes
  // A random opening is played only if the first search finds no side better by more than this.
  int balance = 250;  // centipawns
  // The game is won when one side sees a mate, or both have agreed for three moves each that it is,
  // by so many centipawns; and drawn when, late enough, neither has seen more for six. 0: scores
  // decide nothing, for a network that knows too little.
  int win_score = 2000;
  int draw_score = 8;
  int most_plies = 500;  // then it is a draw

  Adjudication adjudication() const;
};

class AlphaBetaGames final : public SelfPlayer {
 public:
  // Throws std::bad_alloc if there is no memory for the hash table.
  AlphaBetaGames(std::shared_ptr<const Network>, const AlphaBetaGameSettings&,
                 std::shared_ptr<const GameStarts>);

  Result<std::optional<RecordedGame>> play(std::uint64_t number, const std::stop_token&) override;

 private:
  SearchResult think(const Game&, const std::stop_token&);

  AlphaBetaGameSettings settings_;
  std::shared_ptr<const GameStarts> starts_;
  std::string players_;
  AlphaBeta search_;
};

}  // namespace tabiya
