// Monte-Carlo tree search guided by a network's policy and value, on any number of threads.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "encode/policy_index.h"
#include "inference/evaluator.h"
#include "search/mcts/config.h"
#include "search/mcts/root_statistics.h"
#include "search/search.h"

namespace tabiya {

class Tablebases;

class Mcts final : public Search {
 public:
  // Throws std::bad_alloc if there is no memory for the tree.
  Mcts(std::shared_ptr<Evaluator>, const MctsConfig&);
  ~Mcts() override;

  // Goes on with the tree of the run before if the game is the same one, some moves later. If the
  // evaluator fails, the best move so far comes back, and a note says why.
  SearchResult run(const Game&, const SearchLimits&, SearchListener&) override;
  void allow() override;
  void stop() override;
  void ponder_hit() override;
  void forget() override;
  std::optional<TreeView> tree_view(std::span<const Move> path) const override;

  // --- not during run() -------------------------------------------------------------------------
  void use(std::shared_ptr<Evaluator>);  // forgets the tree
  // The same network, otherwise arranged: what the tree holds is still what it says.
  void use_same_network(std::shared_ptr<Evaluator>);
  void use(std::shared_ptr<const Tablebases>);  // forgets the tree; null: none
  // False, and nothing has changed, if there is no memory. A new size of memory forgets the tree.
  [[nodiscard]] bool use(const MctsConfig&);
  const MctsConfig& config() const;

  // Of the last run. Seed 003's search_best_move and search_root_policy are run().best and this.
  std::vector<EdgeStatistics> root_statistics() const;
  std::array<float, kPolicySize> root_policy() const;
  const Tree& tree() const;
  // Whether that, and nothing worse, ended it before its limits did.
  bool memory_was_full() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya
