// One engine, and what its search has told so far.
//
// Calls come from the dispatcher's thread. The engine thinks on a thread of its own and leaves what
// it finds here; only the end of a search is reported by itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "engine/engine.h"
#include "server/protocol.h"

namespace tabiya::server {

// How to search.
struct SearchSetting {
  EngineKind engine = EngineKind::AlphaBeta;
  std::optional<Elo> elo{};  // nothing: full strength
  int lines = 1;
};

struct SearchProgress {
  std::vector<SearchInfo> lines{};  // best first; each of some depth
  std::optional<TreeView> tree{};   // its root, of searches that have a tree
};

struct SearchEnd {
  SearchProgress progress{};
  SearchResult result{};
  std::string failure{};  // empty: none
};

class SearchSlot {
 public:
  // The seed is of weak play. The error tells which of the settings cannot be.
  static Result<std::unique_ptr<SearchSlot>> open(const EngineSettings&, std::uint64_t seed);
  ~SearchSlot();
  SearchSlot(const SearchSlot&) = delete;
  SearchSlot& operator=(const SearchSlot&) = delete;

  // `ended` is called from the engine's thread, after which end() has the result.
  // Precondition: nothing runs.
  Result<void> go(const SearchSetting&, Game, const SearchLimits&, std::function<void()> ended);
  void stop();

  std::optional<SearchProgress> news();  // nothing if nothing is new since the last call
  SearchEnd end();

  // The node of the tree that these moves lead to, while it is there.
  std::optional<TreeView> tree(std::span<const Move> path) const { return engine_.tree(path); }

 private:
  class Listener;

  explicit SearchSlot(std::uint64_t seed);
  Result<void> use(const SearchSetting&);

  std::unique_ptr<Listener> listener_;
  Engine engine_;                   // its thread calls the listener
  std::uint64_t visits_shown_ = 0;  // of the tree that news() told last
};

}  // namespace tabiya::server
