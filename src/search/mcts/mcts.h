// Monte-Carlo tree search guided by a network's policy and value, on any number of threads.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/random.h"
#include "chess/game.h"
#include "encode/policy_index.h"
#include "inference/evaluator.h"
#include "search/mcts/config.h"
#include "search/mcts/reporter.h"
#include "search/mcts/root_statistics.h"
#include "search/mcts/window.h"
#include "search/search.h"
#include "search/time_manager.h"

namespace tabiya {

class Tablebases;

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

  // What others may look at through the window: written only by its change().
  Window window_;
  MctsConfig config_;
  std::unique_ptr<Tree> tree_;
  std::optional<Game> last_game_;  // what the tree's root stands for
};

}  // namespace tabiya
