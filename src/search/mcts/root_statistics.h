// What a tree says about the moves of its root, for people, for training and for choosing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "chess/game.h"
#include "encode/policy_index.h"
#include "inference/evaluator.h"
#include "search/mcts/config.h"
#include "search/mcts/tree.h"
#include "search/score.h"

namespace tabiya {

struct RootMoveStatistics {
  Move move;
  std::uint32_t visits = 0;
  float prior = 0;
  float value = 0;        // for the player to move at the root; meaningless without visits
  float exploration = 0;  // what the search adds to the value when it chooses
  Chances chances;
  Proof proof;  // of the position after the move, so for the opponent
};

// Every root move, the best first: wins, the quickest first; then by visits; then lost moves, the
// slowest first.
std::vector<RootMoveStatistics> root_statistics(const Tree&, const MctsConfig&);

// Visits as shares of all, by policy index: what networks learn from. Zero without visits.
std::array<float, kPolicySize> root_policy(const std::vector<RootMoveStatistics>&, const Game&);

// A move drawn with the odds visits^(1/temperature); 0: the best. Precondition: not empty.
Move draw_move(const std::vector<RootMoveStatistics>&, float temperature, Random&);

// The moves that follow each other by most visits, from a root move on.
std::vector<Move> best_line(const Tree&, Move first);

// What a move is worth as a score.
Score score_of(const RootMoveStatistics&);
WinDrawLoss chances_of(const RootMoveStatistics&);

}  // namespace tabiya
