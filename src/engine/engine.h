// The only interface to the searches: a game, options, go and stop.
//
// All calls but tree() come from one thread, the owner's. Searches run on a thread of their own,
// which calls the listener; the listener must not call anything else of the engine.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "base/random.h"
#include "base/result.h"
#include "base/worker.h"
#include "chess/game.h"
#include "engine/settings.h"
#include "engine/strength.h"
#include "engine/tree_player.h"
#include "search/alphabeta/alphabeta.h"
#include "search/search.h"

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

  // A wrong value changes nothing and is explained; otherwise a running search is stopped first.
  Result<void> configure(const EngineSettings&);
  const EngineSettings& settings() const { return settings_; }
  // The file may have changed. What fails leaves the network as it was.
  Result<void> read_network_again(EngineKind);

  void new_game();      // the start position, and nothing remembered
  void forget();        // what was learnt
  void set_game(Game);  // what was learnt is kept
  const Game& game() const { return *game_; }

  // Starts a search and returns. A search still running is stopped first. The listener must live
  // until the result came.
  void go(const SearchLimits&, EngineListener&);
  void stop() { stop_.request_stop(); }              // the result comes soon
  void ponder_hit() { ponder_hit_.request_stop(); }  // the expected move was played
  void wait() { worker_.wait(); }                    // until the result has come
  // False if it has not come by then.
  bool wait(Milliseconds at_most) { return worker_.wait(at_most); }
  bool is_searching() const { return worker_.is_busy(); }

  // The tree of the search that runs, or ran last: the node to which these moves lead from the
  // game's position. Nothing if there is no such node, before the search has a tree of that
  // position, and if it has none (alpha-beta). From any thread at any time, also from listeners;
  // searches hardly notice.
  std::optional<TreeView> tree(std::span<const Move> path) const;

  // The network's opinion without search, in centipawns for the side to move.
  int evaluation() const;

 private:
  // A part of configure() that may fail: does what these settings say, or nothing.
  using Step = Result<void> (Engine::*)(const EngineSettings&);

  Result<void> use_hash(const EngineSettings&);
  Result<void> use_threads(const EngineSettings&);
  Result<void> use_eval_file(const EngineSettings&);
  Result<void> use_tablebases(const EngineSettings&);
  Result<void> use_tree(const EngineSettings&);
  Result<void> read_eval_file(const std::string& file);
  void use(const std::shared_ptr<const Network>&);
  void use(const std::shared_ptr<const Tablebases>&);

  Search& active();
  void finish();  // stops and waits
  SearchResult search(const Game&, const SearchLimits&, EngineListener&);
  void tell_of_failed_tablebases(EngineListener&);
  SearchResult search_weakly(const Game&, SearchLimits, const Strength&, EngineListener&);

  // Written by the owner's thread, behind the mutex, and read by the threads that look at trees:
  // the game, and the last search to be about it. No search is ever replaced.
  mutable std::mutex mutex_;
  std::shared_ptr<const Game> game_ = std::make_shared<const Game>();
  const Search* seen_ = nullptr;

  // One of each for each search.
  std::stop_source stop_;
  std::stop_source ponder_hit_;

  // Written by the owner's thread between searches, read by the searching one during them.
  EngineSettings settings_;
  Random random_;

  std::shared_ptr<const Network> network_;
  std::shared_ptr<const Tablebases> tablebases_;
  bool has_told_of_tablebases_ = false;
  AlphaBeta alpha_beta_;
  TreePlayer tree_;
  Worker worker_;  // after all that its thread uses
};

}  // namespace tabiya
