#include "search/mcts/reporter.h"

#include <algorithm>
#include <vector>

namespace tabiya {
namespace {

// How often people hear of a search in which nothing new happens.
constexpr Milliseconds kSilence{1000};
// New best moves come and go; people want to hear of them, but not that fast.
constexpr Milliseconds kBreath{100};

}  // namespace

Reporter::Reporter(const Tree& tree, const SharedRun& run, const SearchLimits& limits,
                   const SearchClock& clock, SearchListener& listener)
    : tree_(tree), run_(run), limits_(limits), clock_(clock), listener_(listener) {}

SearchInfo Reporter::info(const MoveStatistics& move, int rank) const {
  SearchInfo info;
  info.depth = run_.average_depth();
  info.selective_depth = std::max(run_.deepest.load(), info.depth);
  info.rank = rank;
  info.score = score_of(move);
  info.chances = move.chances;
  info.nodes = run_.finished.load();
  info.tablebase_hits = run_.tablebase_hits.load();
  const Arena& arena = tree_.arena();
  info.table_permille = static_cast<int>(arena.used() * 1000 / arena.capacity());
  info.time = clock_.elapsed();
  info.line = best_line(tree_, move.move);
  return info;
}

void Reporter::report(const std::vector<MoveStatistics>& moves, bool even_if_old) {
  if (moves.empty() || (moves.front().visits == 0 && !even_if_old)) return;
  const SearchInfo best = info(moves.front(), 1);
  const bool is_new = moves.front().move != reported_move_ || best.depth > reported_depth_;
  const Milliseconds silent = clock_.elapsed() - last_report_;
  if (!even_if_old && reported_move_ && silent < (is_new ? kBreath : kSilence)) return;
  reported_move_ = moves.front().move;
  reported_depth_ = best.depth;
  last_report_ = clock_.elapsed();
  listener_.on_info(best);
  // Nothing is known yet of moves that were not visited.
  int rank = 1;
  for (std::size_t i = 1; i < moves.size() && rank < limits_.multi_pv; ++i)
    if (moves[i].visits > 0) listener_.on_info(info(moves[i], ++rank));
}

void Reporter::report_all_moves(const std::vector<MoveStatistics>& moves) {
  listener_.on_move_statistics(moves);
}

}  // namespace tabiya
