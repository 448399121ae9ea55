#include "nnue/accumulator_stack.h"

#include <array>
#include <cassert>
#include <utility>

#include "encode/features.h"
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
  levels_[0] = {.changes = {}, .sums = 0, .has_sums = true};
  refresh(*network_, root, sums_of(0));
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
  bring_up_to_date(here);
  const Row white = sums_of(levels_[top_].sums);
  const Row black = white + network_->width();
  return here.side_to_move() == Color::White ? network_->score(white, black)
                                             : network_->score(black, white);
}

void AccumulatorStack::bring_up_to_date(const Position& here) {
  const std::size_t goal = levels_[top_].sums;
  if (levels_[goal].has_sums) return;

  // A move changes two pieces or three, so a long way back costs more than starting anew.
  const int cheap_moves = here.occupied().count() / 3;
  std::size_t known = goal;
  int moves = 0;
  while (!levels_[known].has_sums) {
    known = levels_[known - 1].sums;
    if (++moves > cheap_moves) {
      refresh(*network_, here, sums_of(goal));
      levels_[goal].has_sums = true;
      return;
    }
  }
  // The positions between get their sums too: their other moves will want them.
  while (known != goal) {
    std::size_t next = known + 1;
    while (levels_[next].sums != next) ++next;  // over passes
    compute(next, known);
    known = next;
  }
}

void AccumulatorStack::compute(std::size_t level, std::size_t from) {
  const Network& network = *network_;
  const auto width = static_cast<std::size_t>(network.width());
  const Row before = sums_of(from);
  std::int16_t* const after = sums_of(level);
  const auto removed = levels_[level].changes.removed();
  const auto placed = levels_[level].changes.placed();
  const auto rows = [&](const Changes::Change& change) {
    return std::array{network.row(feature_index(Color::White, change.piece, change.square)),
                      network.row(feature_index(Color::Black, change.piece, change.square))};
  };

  if (removed.size() == 1 && placed.size() == 1) {
    network.kernels().move(before, after, rows(removed[0]), rows(placed[0]), width);
  } else if (removed.size() == 2 && placed.size() == 1) {
    network.kernels().capture(before, after, rows(removed[0]), rows(removed[1]), rows(placed[0]),
                              width);
  } else {
    for (const std::size_t player : {std::size_t{0}, std::size_t{1}}) {
      std::array<Row, Changes::kMost> gone{};
      std::array<Row, Changes::kMost> come{};
      for (std::size_t i = 0; i < removed.size(); ++i) gone[i] = rows(removed[i])[player];
      for (std::size_t i = 0; i < placed.size(); ++i) come[i] = rows(placed[i])[player];
      network.kernels().change(before + player * width, after + player * width,
                               {gone.data(), removed.size()}, {come.data(), placed.size()}, width);
    }
  }
  levels_[level].has_sums = true;
}

}  // namespace tabiya
