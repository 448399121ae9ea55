// The threads of a tree search, and the watch over them.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>

#include "search/mcts/signals.h"
#include "search/mcts/simulator.h"

namespace tabiya {

class Crew {
 public:
  // What the crew asks its owner.
  struct Owner {
    std::function<void()> root_is_ready;  // on the thread that prepared it, before the others
    std::function<bool()> is_enough;      // every few milliseconds, once the root is ready
    std::function<bool()> is_too_late_for_root;  // as often, before
    bool is_short = true;                        // false: looking less often will do
  };

  explicit Crew(SearchSignals& signals) : signals_(signals) {}

  // Until the run has ended, its owner has enough, or it is stopped. If the system has no thread
  // to give, or none is asked for, the calling thread does it all. Whatever is thrown in a thread
  // is a failure of the run.
  void work(Tree&, SharedRun&, const Owner&);

 private:
  void work_here(Tree&, SharedRun&, const Owner&);
  void announce_root();
  void watch(const Owner&);
  bool is_time_to_give_up(const Owner&);
  void prepare(Simulator&, SharedRun&, const Owner&, const std::stop_token&);

  SearchSignals& signals_;
  std::atomic<int> at_work_ = 0;  // threads
  // Stored by the first searching thread; before that, nobody else looks at the tree.
  std::atomic<bool> root_is_ready_ = false;
  // When a stop was first seen that came before the root was ready.
  std::optional<SearchSignals::Clock::time_point> stopped_at_;
};

}  // namespace tabiya
