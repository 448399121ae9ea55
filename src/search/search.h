// The seam between the engine and its ways of searching.
#pragma once

#include <optional>
#include <span>

#include "chess/game.h"
#include "search/limits.h"
#include "search/report.h"

namespace tabiya {

class Search {
 public:
  virtual ~Search() = default;

  // Blocks until a limit is reached or stop() is called; never longer than that. The game's past
  // counts for repetition. Calls to run() must not overlap.
  virtual SearchResult run(const Game&, const SearchLimits&, SearchListener&) = 0;

  // These may be called from any thread at any time. A stop() before run() has begun counts, too:
  // allow() forgets it, and is called before each run().
  virtual void allow() = 0;
  virtual void stop() = 0;
  virtual void ponder_hit() = 0;

  // Forgets what was learnt from earlier searches. Not during run().
  virtual void forget() = 0;

  // The node to which these moves lead from the position that is searched, or was searched last.
  // Nothing if there is no such node, after allow() until the next run() has a tree, and of
  // searches without one. From any thread at any time; the search hardly notices.
  virtual std::optional<TreeView> tree_view(std::span<const Move> /*path*/) const {
    return std::nullopt;
  }
};

}  // namespace tabiya
