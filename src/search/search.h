// The seam between the engine and its ways of searching.
#pragma once

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

  // Both may be called from any thread at any time. A stop() before run() has begun counts, too:
  // allow() forgets it, and is called before each run().
  virtual void allow() = 0;
  virtual void stop() = 0;
  virtual void ponder_hit() = 0;

  // Forgets what was learnt from earlier searches. Not during run().
  virtual void forget() = 0;
};

}  // namespace tabiya
