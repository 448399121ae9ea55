// The sums of the network's feature layer along the line that a search is looking at.
//
// Each thread of a search has one. Playing a move only notes which pieces changed; the sums are
// computed when a score is asked for, from the nearest position behind that has them. What is
// skipped or cut off costs nothing. With mirrored inputs, a king that crosses the middle of the
// board changes all inputs of its player, whose half of the sums is then computed anew.
//
//   stack.reset(root);
//   position.play(move, stack.push());
//   const int score = stack.evaluate(position);
//   stack.pop();
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_array.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"
#include "nnue/network.h"

namespace tabiya {

// The pieces that left and landed in one move: what it changes in the network's first layer.
// Position::play(move, changes) fills it. Castling changes most: two pieces leave, two land.
class Changes {
 public:
  struct Change {
    Piece piece = Piece(Color::White, PieceType::Pawn);
    Square square = Square::A1;
  };
  static constexpr std::size_t kMost = 2;  // pieces that leave, and that land

  void clear() { removed_count_ = placed_count_ = 0; }
  void removed(Piece piece, Square square) {
    assert(removed_count_ < kMost);
    removed_[removed_count_++] = {piece, square};
  }
  void placed(Piece piece, Square square) {
    assert(placed_count_ < kMost);
    placed_[placed_count_++] = {piece, square};
  }

  std::span<const Change> removed() const { return {removed_.data(), removed_count_}; }
  std::span<const Change> placed() const { return {placed_.data(), placed_count_}; }

 private:
  std::array<Change, kMost> removed_{};
  std::array<Change, kMost> placed_{};
  std::uint8_t removed_count_ = 0;
  std::uint8_t placed_count_ = 0;
};

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
  using Views = std::array<PlayerView, 2>;  // White's and Black's
  struct Level {
    Changes changes;       // since the level below
    std::size_t sums = 0;  // the level that holds its sums: another one after a pass
    // Of a level that holds sums:
    bool has_sums = false;
    Views views{PlayerView(Color::White),
                PlayerView(Color::Black)};  // its sums are by these, which
                                            // may not be the position's
  };

  std::size_t player_size() const { return level_size_ / 2; }
  std::int16_t* sums_of(std::size_t level) { return sums_.data() + level * level_size_; }
  std::size_t next_with_changes(std::size_t level) const;

  // Both players' sums at the level `goal`, which belongs to `here`.
  void bring_up_to_date(const Position& here, std::size_t goal);
  void compute_from(std::size_t known, std::size_t goal, const Views&);
  void compute_from_other_views(std::size_t known, std::size_t goal, const Position& here,
                                const Views&);
  void refresh_both(const Position& here, std::size_t level);

  // One level's sums out of those of the level with changes below it.
  void compute(std::size_t level, std::size_t from, const Views&);
  void compute_half(std::size_t level, std::size_t from, std::size_t player, const PlayerView&);

  std::shared_ptr<const Network> network_;
  std::size_t level_size_;
  AlignedArray<std::int16_t> sums_;  // of each level, both players
  std::vector<Level> levels_;
  std::size_t top_ = 0;
};

}  // namespace tabiya
