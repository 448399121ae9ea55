// The engines of the server: a few slots that many games share.
//
// Moves and questions of players come first, and interrupt analyses, which go on afterwards; moves
// whose clock runs come before all others, but for those that have waited long. Reports and
// analyses take turns. Among equals the game goes first that was served longest ago.
//
// All calls come from the dispatcher's thread, and all functions given here are called on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "search/search.h"
#include "server/protocol.h"
#include "server/search_slot.h"
#include "server/transport.h"

namespace tabiya::server {

enum class SearchKind : std::uint8_t { Move, Question, Report, Analysis };

struct SearchOrder {
  std::string game{};  // its id
  SearchKind kind = SearchKind::Move;
  bool against_clock = false;  // it loses time while it waits
  SearchSetting setting{};
  Game position{};
  // Asked for when the search begins, for clocks may have run while it waited.
  std::function<SearchLimits()> limits{};
  std::function<void(const SearchProgress&)> on_progress{};  // a few times a second; may be empty
  std::function<void(const SearchEnd&)> on_end{};            // once, unless it was cancelled
};

using SearchNumber = std::uint64_t;  // grows with each search, also over restarts of the server

class SearchPool {
 public:
  static Result<std::unique_ptr<SearchPool>> open(const EngineSettings&, std::uint64_t seed,
                                                  int slots, Dispatcher&);
  ~SearchPool();  // stops all and waits
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  int slots() const { return static_cast<int>(slots_.size()); }

  // Begins now or waits for its turn.
  SearchNumber start(SearchOrder);
  // It ends soon with what it has; one that still waits will not think for long.
  void stop(SearchNumber);
  // Nothing more is heard of it.
  void cancel(SearchNumber);
  void forget(const std::string& game);

  // The tree of a search that runs, or ran last in its slot: the node to which the moves lead.
  std::optional<TreeView> tree(SearchNumber, std::span<const Move> path) const;

  // Whether what cannot wait would have to.
  bool is_full_for_analysis_of(const std::string& game) const;
  bool is_full_for_questions() const;

  std::uint64_t running() const;
  std::uint64_t waiting() const;
  std::uint64_t done() const { return done_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Job {
    SearchOrder order;
    Dispatcher::Clock::time_point asked{};
    bool hurry = false;         // stopped while it waited
    bool ends_soon = false;     // without its turn
    std::optional<int> slot{};  // where it runs
    Dispatcher::Clock::time_point begun{};
    bool interrupted = false;  // it makes room and will go on
    bool cancelled = false;
  };
  using Jobs = std::map<SearchNumber, Job>;

  explicit SearchPool(Dispatcher&);

  void end_soon(SearchNumber, Job&, const std::string& failure);
  void dispatch();
  Jobs::iterator next_waiting();
  std::optional<int> idle_slot_for(const std::string& game) const;
  void begin(Jobs::iterator, int slot);
  bool interrupt_an_analysis_for(SearchKind);
  void ended(int slot, SearchNumber);
  void arm_tick();
  void tick();

  Dispatcher& dispatcher_;
  std::vector<std::unique_ptr<SearchSlot>> slots_;
  std::vector<std::optional<SearchNumber>> running_;  // by slot
  std::vector<std::string> last_game_;                // by slot
  std::vector<SearchNumber> last_search_;             // by slot
  Jobs jobs_;
  std::unordered_map<std::string, std::uint64_t> served_;  // by game: when last
  std::uint64_t servings_ = 0;
  SearchNumber next_;
  std::uint64_t done_ = 0;
  std::uint64_t nodes_ = 0;
  std::unique_ptr<Timer> tick_;
  std::shared_ptr<SearchPool*> here_;  // tells late messages whether this is still alive
};

}  // namespace tabiya::server
