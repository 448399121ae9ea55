#include "nnue/accumulator_stack.h"

#include <array>
#include <cassert>
#include <utility>

#include "nnue/evaluate.h"

namespace tabiya {

AccumulatorStack::AccumulatorStack(std::shared_ptr<const Network> network, int max_plies)
    : network_(std::move(network)),
      level_size_(2 * static_cast<std::size_t>(network_->width())),
      sums_(level_size_ * static_cast<std::size_t>(max_plies + 1)),
      levels_(static_cast<std::size_t>(max_plies + 1)) {
  reset(Position::start());
}

void AccumulatorStack::reset(const Position& root) {
  top_ = 0;
  levels_[0].changes.clear();
  levels_[0].sums = 0;
  refresh_both(root, 0);
}

Changes& AccumulatorStack::push() {
  assert(top_ + 1 < levels_.size());
  Level& level = levels_[++top_];
  level.changes.clear();
  level.sums = top_;
  level.has_sums = false;
  return level.changes;
}

void AccumulatorStack::push_pass() {
  assert(top_ + 1 < levels_.size());
  const std::size_t same = levels_[top_].sums;
  Level& level = levels_[++top_];
  level.changes.clear();
  level.sums = same;
}

void AccumulatorStack::pop() {
  assert(top_ > 0);
  --top_;
}

int AccumulatorStack::evaluate(const Position& here) {
  const std::size_t goal = levels_[top_].sums;
  bring_up_to_date(here, goal);
  const Row white = sums_of(goal);
  const Row black = white + network_->width();
  const int pieces = here.occupied().count();
  return here.side_to_move() == Color::White ? network_->score(white, black, pieces)
                                             : network_->score(black, white, pieces);
}

void AccumulatorStack::bring_up_to_date(const Position& here, std::size_t goal) {
  const Views views = network_->views(here);
  if (levels_[goal].has_sums && levels_[goal].views == views) return;

  // A move changes two pieces or three, so a long way back costs more than starting anew.
  const int cheap_moves = here.occupied().count() / 3;
  std::size_t known = goal;
  int moves = 0;
  while (!levels_[known].has_sums) {
    known = levels_[known - 1].sums;
    if (++moves > cheap_moves) return refresh_both(here, goal);
  }
  if (levels_[known].views == views)
    compute_from(known, goal, views);
  else
    compute_from_other_views(known, goal, here, views);
}

std::size_t AccumulatorStack::next_with_changes(std::size_t level) const {
  ++level;
  while (levels_[level].sums != level) ++level;  // over passes
  return level;
}

void AccumulatorStack::compute_from(std::size_t known, std::size_t goal, const Views& views) {
  // The positions between get their sums too: their other moves will want them.
  while (known != goal) {
    const std::size_t next = next_with_changes(known);
    compute(next, known, views);
    known = next;
  }
}

// A player whose king crossed the middle on the way begins anew at the goal. The levels between
// stay without sums, since only the positions there would tell how that player saw them; the
// other player's sums pass through their memory.
void AccumulatorStack::compute_from_other_views(std::size_t known, std::size_t goal,
                                                const Position& here, const Views& views) {
  for (const Color color : kColors) {
    const auto player = static_cast<std::size_t>(index(color));
    if (levels_[known].views[player] != views[player]) {
      refresh(*network_, here, color, sums_of(goal) + player * player_size());
      continue;
    }
    for (std::size_t from = known; from != goal;) {
      const std::size_t next = next_with_changes(from);
      compute_half(next, from, player, views[player]);
      from = next;
    }
  }
  levels_[goal].views = views;
  levels_[goal].has_sums = true;
}

void AccumulatorStack::refresh_both(const Position& here, std::size_t level) {
  refresh(*network_, here, sums_of(level));
  levels_[level].views = network_->views(here);
  levels_[level].has_sums = true;
}

void AccumulatorStack::compute(std::size_t level, std::size_t from, const Views& views) {
  const Network& network = *network_;
  const Row before = sums_of(from);
  std::int16_t* const after = sums_of(level);
  const auto removed = levels_[level].changes.removed();
  const auto placed = levels_[level].changes.placed();
  const auto rows = [&](const Changes::Change& change) {
    return std::array{network.row(views[0].feature(change.piece, change.square)),
                      network.row(views[1].feature(change.piece, change.square))};
  };

  if (removed.size() == 1 && placed.size() == 1) {
    network.kernels().move(before, after, rows(removed[0]), rows(placed[0]), player_size());
  } else if (removed.size() == 2 && placed.size() == 1) {
    network.kernels().capture(before, after, rows(removed[0]), rows(removed[1]), rows(placed[0]),
                              player_size());
  } else {
    for (const std::size_t player : {std::size_t{0}, std::size_t{1}})
      compute_half(level, from, player, views[player]);
  }
  levels_[level].views = views;
  levels_[level].has_sums = true;
}

void AccumulatorStack::compute_half(std::size_t level, std::size_t from, std::size_t player,
                                    const PlayerView& view) {
  const auto removed = levels_[level].changes.removed();
  const auto placed = levels_[level].changes.placed();
  const auto row = [&](const Changes::Change& change) {
    return network_->row(view.feature(change.piece, change.square));
  };
  std::array<Row, Changes::kMost> gone{};
  std::array<Row, Changes::kMost> come{};
  for (std::size_t i = 0; i < removed.size(); ++i) gone[i] = row(removed[i]);
  for (std::size_t i = 0; i < placed.size(); ++i) come[i] = row(placed[i]);
  const std::size_t half = player * player_size();
  network_->kernels().change(sums_of(from) + half, sums_of(level) + half,
                             {gone.data(), removed.size()}, {come.data(), placed.size()},
                             player_size());
}

}  // namespace tabiya
