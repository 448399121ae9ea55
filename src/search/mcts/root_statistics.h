// What a tree says about the moves of a node, mostly its root: for people, for training and for
// choosing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "chess/game.h"
#include "encode/policy_index.h"
#include "inference/evaluator.h"
#include "search/mcts/config.h"
#include "search/mcts/tree.h"
#include "search/report.h"
#include "search/score.h"

namespace tabiya {

// Every root move, the best first: wins, the quickest first; then by visits; then lost moves, the
// slowest first. None if the root has no edges yet.
std::vector<MoveStatistics> root_statistics(const Tree&, const MctsConfig&);
// The same of any node: these are its edges, and this many of them are known to have children.
// Others may search meanwhile.
std::vector<MoveStatistics> statistics_of(const Tree&, const Node&, std::span<const Edge>,
                                          int children, const MctsConfig&);

// Visits as shares of all, by policy index: what networks learn from. Zero without visits.
std::array<float, kPolicySize> root_policy(const std::vector<MoveStatistics>&, const Game&);

// A move sampled with the odds visits^(1/temperature); 0: the best. Precondition: not empty.
Move sample_move(const std::vector<MoveStatistics>&, float temperature, Random&);

// The moves that follow each other by most visits, from a root move on.
std::vector<Move> best_line(const Tree&, Move first);

// What a move is worth as a score.
Score score_of(const MoveStatistics&);

}  // namespace tabiya
