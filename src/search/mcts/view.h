// A look at one node of a tree, for people.
#pragma once

#include <optional>
#include <span>

#include "search/mcts/config.h"
#include "search/mcts/tree.h"
#include "search/report.h"

namespace tabiya {

// The node to which these moves lead from the root, which stands for the position. Nothing if there
// is none, or it is not evaluated yet. While others search, but not while the tree is moved or
// its root changed.
std::optional<TreeView> view_of(const Tree&, const Position& root, std::span<const Move> path,
                                const MctsConfig&);

}  // namespace tabiya
