// Tells a listener how a tree search goes: what is new, or that it is still alive.
#pragma once

#include <chrono>
#include <optional>

#include "search/mcts/root_statistics.h"
#include "search/mcts/simulator.h"
#include "search/report.h"

namespace tabiya {

class Reporter {
 public:
  using Clock = std::chrono::steady_clock;

  // All are kept by reference, for one run.
  Reporter(const Tree&, const SharedRun&, const SearchLimits&, SearchListener&);

  Milliseconds time() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - start_);
  }
  // The moves are those of the root, best first.
  void report(const std::vector<EdgeStatistics>& moves, bool even_if_old);
  void report_all_moves(const std::vector<EdgeStatistics>&);
  SearchInfo info(const EdgeStatistics&, int rank) const;

 private:
  const Tree& tree_;
  const SharedRun& run_;
  const SearchLimits& limits_;
  SearchListener& listener_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point last_report_ = start_;
  std::optional<Move> reported_move_;
  int reported_depth_ = 0;
};

}  // namespace tabiya
