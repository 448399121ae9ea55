// The threads of a tree search, and the watch over them.
#pragma once

#include <atomic>
#include <functional>
#include <stop_token>

#include "search/mcts/simulator.h"
#include "search/time_manager.h"

namespace tabiya {

class SearchThreads {
 public:
  // All are kept by reference, for one run.
  SearchThreads(Tree& tree, SharedRun& run, SearchClock& clock, const TimeManager& time)
      : tree_(tree), run_(run), clock_(clock), time_(time) {}

  // Until the run has ended, `is_enough` says so, or it is stopped. If the system has no thread to
  // give, or none is asked for, the calling thread does it all. Whatever is thrown in a thread is a
  // failure of the run.
  //
  // `root_is_ready` is called by the thread that prepared it, before the others search; `is_enough`
  // by the calling thread every few milliseconds, once the root is ready.
  void work(const std::function<void()>& root_is_ready, const std::function<bool()>& is_enough);

 private:
  void work_here(const std::function<void()>& root_is_ready,
                 const std::function<bool()>& is_enough);
  bool prepare(Simulator&, const std::function<void()>& root_is_ready, const std::stop_token&);
  void announce_root();
  void watch(const std::function<bool()>& is_enough);
  bool is_time_to_end(const std::function<bool()>& is_enough) const;

  Tree& tree_;
  SharedRun& run_;
  SearchClock& clock_;
  const TimeManager& time_;
  std::atomic<int> at_work_ = 0;  // threads
  // Stored by the first searching thread; before that, no other thread looks at the tree.
  std::atomic<bool> root_is_ready_ = false;
};

}  // namespace tabiya
