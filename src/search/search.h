// The seam between the engine and its ways of searching.
#pragma once

#include <optional>
#include <span>
#include <stop_token>

#include "chess/game.h"
#include "search/limits.h"
#include "search/report.h"

namespace tabiya {

class Search {
 public:
  virtual ~Search() = default;

  // Blocks until a limit is reached or a stop is requested, which may be before; never longer than
  // that. The game's past counts for repetition. Calls to run() must not overlap.
  virtual SearchResult run(const Game&, const SearchLimits&, SearchListener&, std::stop_token) = 0;

  // Forgets what was learnt from earlier searches. Not during run().
  virtual void forget() = 0;

  // The node to which these moves lead from the root, if the tree of the search that runs, or ran
  // last, has this root. Nothing if there is no such node, and of searches without a tree. From any
  // thread at any time; the search hardly notices.
  virtual std::optional<TreeView> tree_view(const Position& /*root*/,
                                            std::span<const Move> /*path*/) const {
    return std::nullopt;
  }
};

}  // namespace tabiya
