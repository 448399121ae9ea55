// The one door to the searches, for every face: a game, options, go and stop.
//
// All calls but tree() come from one thread, the owner's. Searches run on a thread of their own,
// which calls the listener; the listener must not call anything else of the engine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/game.h"
#include "engine/option.h"
#include "search/report.h"

namespace tabiya {

class EngineListener : public SearchListener {
 public:
  virtual void on_result(const SearchResult&) {}  // the last call of each go()
};

class Engine {
 public:
  Engine();
  explicit Engine(std::uint64_t seed);  // the same weak play for the same seed
  ~Engine();                            // stops and waits
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Options have names and values as UCI has them. A wrong name or value changes nothing and is
  // explained. A running search is stopped first.
  std::span<const Option> options() const;
  Result<void> set_option(std::string_view name, std::string_view value);

  void new_game();      // the start position, and nothing remembered
  void set_game(Game);  // what was learnt is kept
  const Game& game() const;

  // Starts a search and returns. A search still running is stopped first. The listener must live
  // until the result came.
  void go(const SearchLimits&, EngineListener&);
  void stop();                      // the result comes soon; does nothing without a search
  void ponder_hit();                // the expected move was played: the clock runs now
  void wait();                      // until the result has come
  bool wait(Milliseconds at_most);  // false if it has not come by then
  bool is_searching() const;

  // go() and wait() in one.
  SearchResult think(const SearchLimits&);

  // The tree of the search that runs, or ran last: the node to which these moves lead from the
  // game's position. Nothing if there is no such node, before the search has a tree, if it has none
  // (alpha-beta), and once another game is set. From any thread at any time, also from listeners;
  // searches hardly notice.
  std::optional<TreeView> tree(std::span<const Move> path) const;

  // The network's opinion without search, in centipawns for the side to move.
  int evaluation() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya
