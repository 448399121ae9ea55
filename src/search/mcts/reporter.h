// Tells a listener how a tree search goes: what is new, or that it is still alive.
#pragma once

#include <optional>

#include "search/mcts/root_statistics.h"
#include "search/mcts/simulator.h"
#include "search/report.h"
#include "search/time_manager.h"

namespace tabiya {

class Reporter {
 public:
  // All are kept by reference, for one run.
  Reporter(const Tree&, const SharedRun&, const SearchLimits&, const SearchClock&, SearchListener&);

  // The moves are those of the root, best first.
  void report(const std::vector<MoveStatistics>& moves, bool even_if_old);
  void report_all_moves(const std::vector<MoveStatistics>&);
  SearchInfo info(const MoveStatistics&, int rank) const;

 private:
  const Tree& tree_;
  const SharedRun& run_;
  const SearchLimits& limits_;
  const SearchClock& clock_;
  SearchListener& listener_;
  Milliseconds last_report_{0};
  std::optional<Move> reported_move_;
  int reported_depth_ = 0;
};

}  // namespace tabiya
