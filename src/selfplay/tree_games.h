// Games of the tree search against itself: visits, chances and results, from which a network with
// policy and value learns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/random.h"
#include "base/result.h"
#include "search/mcts/mcts.h"
#include "selfplay/game_starts.h"
#include "selfplay/self_player.h"

namespace tabiya {

struct TreeGameSettings {
  // Playout-cap randomisation (Wu 2019, KataGo): a share of the moves is thought about well, with
  // noise at the root, and its visits are kept. The others are played quickly, so that more games
  // are finished and more results seen for the same work.
  std::uint64_t visits = 400;
  std::uint64_t quick_visits = 80;
  double full_share = 0.25;

  float noise_share = 0.25F;
  float noise_alpha = 0.3F;
  // Moves are sampled, with probabilities proportional to visits^(1/temperature), until this
  // half-move; then the best is played.
  float temperature = 1;
  int greedy_threshold = 30;

  // A player resigns when its value was below −resign for this many of its moves in a row. A share
  // of the games is played on, to see whether that was right. 0: no resigning.
  float resign = 0.95F;
  int resign_moves = 4;
  double play_through = 0.1;
  int most_plies = 500;  // then it is a draw

  int leaves_in_flight = 0;  // in one game; 0: as many as the evaluator likes
  // Bytes for the tree. A search that fills it ends with the best move so far.
  std::size_t memory = std::size_t{32} << 20;
};

// Enough for the visits asked for and what is kept from the move before.
std::size_t tree_memory_for(const TreeGameSettings&);

class TreeGames final : public SelfPlayer {
 public:
  // Throws std::bad_alloc if there is no memory for the tree.
  TreeGames(std::shared_ptr<Evaluator>, std::string network, const TreeGameSettings&,
            std::shared_ptr<const GameStarts>, std::uint64_t seed);

  Result<std::optional<RecordedGame>> play(std::uint64_t number, const std::stop_token&) override;
  ResignCheck resign_check() const override { return check_; }

 private:
  struct Thought;
  Result<Thought> think(const Game&, bool fully, const std::stop_token&);

  TreeGameSettings settings_;
  std::shared_ptr<const GameStarts> starts_;
  std::string players_;
  std::uint64_t seed_;
  Mcts search_;
  ResignCheck check_;
};

}  // namespace tabiya
