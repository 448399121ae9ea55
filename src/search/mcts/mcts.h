// Monte-Carlo tree search guided by a network's policy and value, on any number of threads.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "base/random.h"
#include "chess/game.h"
#include "encode/policy_index.h"
#include "inference/evaluator.h"
#include "search/mcts/parameters.h"
#include "search/mcts/statistics.h"
#include "search/search.h"
#include "search/time_manager.h"

namespace tabiya {

class Tablebases;
struct SharedRun;

// Keeps changes of a tree's place or root apart from the threads that look at the tree. What the
// searching threads publish may be looked at without it. A change takes microseconds.
class TreeMutex {
 public:
  // From any thread. Must not be nested.
  template <class Look>
  auto look(Look&& look) const {
    // New looks let the change go first. So however many threads look without a pause, it waits
    // only for those that have begun.
    for (int due = changes_due_.load(); due > 0; due = changes_due_.load()) changes_due_.wait(due);
    const std::lock_guard lock(mutex_);
    return std::forward<Look>(look)();
  }

  template <class Change>
  void change(Change&& change) {
    const Announcement announcement(changes_due_);
    const std::lock_guard lock(mutex_);
    std::forward<Change>(change)();
  }

 private:
  // As long as it lives, a change is due.
  class Announcement {
   public:
    explicit Announcement(std::atomic<int>& due) : due_(due) { ++due_; }
    ~Announcement() {
      --due_;
      due_.notify_all();
    }
    Announcement(const Announcement&) = delete;
    Announcement& operator=(const Announcement&) = delete;

   private:
    std::atomic<int>& due_;
  };

  mutable std::mutex mutex_;
  std::atomic<int> changes_due_ = 0;
};

class Mcts final : public Search {
 public:
  // Throws std::bad_alloc if there is no memory for the tree.
  Mcts(std::shared_ptr<Evaluator>, const MctsConfig&);

  // Goes on with the tree of the run before if the game is the same one, some moves later. If the
  // evaluator fails, the best move so far comes back, and a note says why.
  SearchResult run(const Game&, const SearchLimits&, SearchListener&, std::stop_token) override;
  void forget() override;
  std::optional<TreeView> tree_view(const Position& root,
                                    std::span<const Move> path) const override;

  // --- not during run() -------------------------------------------------------------------------
  void use(std::shared_ptr<Evaluator>);  // forgets the tree
  // The same network, otherwise arranged: what the tree holds is still what it says.
  void use_same_network(std::shared_ptr<Evaluator>);
  void use(std::shared_ptr<const Tablebases>);  // forgets the tree; null: none
  // False, and nothing has changed, if there is no memory. A new size of memory forgets the tree.
  [[nodiscard]] bool use(const MctsConfig&);
  const MctsConfig& config() const { return config_; }

  // Of the last run. Seed 003's search_best_move and search_root_policy are run().best and this.
  std::vector<MoveStatistics> root_statistics() const;
  std::array<float, kPolicySize> root_policy() const;
  const Tree& tree() const { return *tree_; }
  // Whether that, and nothing worse, ended it before its limits did.
  bool memory_was_full() const { return memory_was_full_; }

 private:
  class Reporter;

  SearchResult answer_without_moves(const Position&, SearchListener&, SearchClock&);
  SearchResult answer_without_search(const std::vector<Move>&, SearchListener&);
  void keep_what_fits(const Game&, bool all_moves);
  void add_noise();
  void search(SharedRun&, SearchClock&, const TimeManager&, Reporter&);
  bool compact(const std::function<bool()>& give_up);

  std::shared_ptr<Evaluator> evaluator_;
  std::shared_ptr<const Tablebases> tablebases_;
  Random random_;
  bool knows_all_moves_ = true;   // the root does
  bool memory_was_full_ = false;  // in the last run

  // What other threads may look at: written only by change() of the mutex.
  TreeMutex tree_mutex_;
  MctsConfig config_;
  std::unique_ptr<Tree> tree_;
  std::optional<Game> last_game_;  // what the tree's root stands for
};

}  // namespace tabiya
