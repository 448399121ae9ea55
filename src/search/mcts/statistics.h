// What a tree says about the moves of a node, mostly its root: for people and for training.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "chess/game.h"
#include "encode/policy_index.h"
#include "search/mcts/parameters.h"
#include "search/mcts/tree.h"
#include "search/score.h"
#include "search/search.h"

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

// The moves that follow each other by most visits, from a root move on.
std::vector<Move> best_line(const Tree&, Move first);

// What a move is worth as a score.
Score score_of(const MoveStatistics&);

// The node to which these moves lead from the root, which stands for the position. Nothing if there
// is none, or it is not evaluated yet. While others search, but not while the tree is moved or
// its root changed.
std::optional<TreeView> view_of(const Tree&, const Position& root, std::span<const Move> path,
                                const MctsConfig&);

}  // namespace tabiya
