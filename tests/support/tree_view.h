// What holds of every look at a tree, however its search goes on meanwhile.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "search/search.h"

namespace tabiya::test {

inline void expect_sound(const TreeView& view) {
  std::uint64_t visits = 0;
  float priors = 0;
  for (const MoveStatistics& move : view.moves) {
    EXPECT_TRUE(is_legal(view.position, move.move));
    EXPECT_LE(std::abs(move.value), 1.0F);
    const auto [win, draw, loss] = move.chances.permille();
    EXPECT_GE(std::min({win, draw, loss}), 0);
    EXPECT_EQ(win + draw + loss, 1000);
    EXPECT_GE(move.children, 0);
    visits += move.visits;
    priors += move.prior;
  }
  EXPECT_GE(view.visits, visits);
  EXPECT_NEAR(priors, view.moves.empty() ? 0 : 1, 0.01);
  EXPECT_GE(view.size, 1U);
}

// Two threads that look without a pause, here and there in the tree, until the end of the scope.
class TreeWatchers {
 public:
  using Look = std::function<std::optional<TreeView>(std::span<const Move>)>;

  explicit TreeWatchers(Look look) : look_(std::move(look)) {}
  ~TreeWatchers() { done_ = true; }
  TreeWatchers(const TreeWatchers&) = delete;
  TreeWatchers& operator=(const TreeWatchers&) = delete;

  bool have_seen_enough() const { return roots_ >= 100 && branches_ >= 100; }

 private:
  void watch(std::uint64_t seed) {
    Random random(seed);
    while (!done_) {
      std::vector<Move> path;
      for (auto view = look_(path); view; view = look_(path)) {
        expect_sound(*view);
        ++(path.empty() ? roots_ : branches_);
        if (view->moves.empty()) break;
        // Mostly along what is visited most.
        const std::size_t wide = random.below(4) == 0 ? view->moves.size() : 1;
        path.push_back(view->moves[random.below(wide)].move);
      }
    }
  }

  const Look look_;
  std::atomic<bool> done_ = false;
  std::atomic<int> roots_ = 0;
  std::atomic<int> branches_ = 0;
  std::jthread one_{[this] { watch(1); }};
  std::jthread two_{[this] { watch(2); }};
};

}  // namespace tabiya::test
