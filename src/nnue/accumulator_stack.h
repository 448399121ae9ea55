// The sums of the network's feature layer along the line that a search is looking at.
//
// Each thread of a search has one. Playing a move only notes which pieces changed; the sums are
// computed when a score is asked for, from the nearest position behind that has them. What is
// skipped or cut off costs nothing.
//
//   stack.reset(root);
//   position.play(move, stack.push());
//   const int score = stack.evaluate(position);
//   stack.pop();
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/aligned_array.h"
#include "chess/position.h"
#include "nnue/changes.h"
#include "nnue/network.h"

namespace tabiya {

class AccumulatorStack {
 public:
  // Room for this many moves after the root.
  AccumulatorStack(std::shared_ptr<const Network>, int max_plies);

  const Network& network() const { return *network_; }
  int ply() const { return static_cast<int>(top_); }  // moves and passes after the root

  void reset(const Position& root);

  // The changes to be filled by Position::play(). They belong to the stack, until the next push().
  // Precondition: ply() < max_plies.
  Changes& push();
  void push_pass();  // a null move: no piece changes
  void pop();        // precondition: ply() > 0

  // In centipawns from the side to move's view, the same as evaluate(network, here).
  // Precondition: `here` is the root after all that was pushed.
  int evaluate(const Position& here);

 private:
  struct Level {
    Changes changes;   // since the level below
    std::size_t sums;  // the level that holds its sums: another one after a pass
    bool has_sums;     // of the level that holds them
  };

  std::int16_t* sums_of(std::size_t level) { return sums_.data() + level * level_size_; }
  void bring_up_to_date(const Position& here);
  void compute(std::size_t level, std::size_t from);

  std::shared_ptr<const Network> network_;
  std::size_t level_size_;
  AlignedArray<std::int16_t> sums_;  // of each level, both players
  std::vector<Level> levels_;
  std::size_t top_ = 0;
};

}  // namespace tabiya
