// The pieces that left and landed in one move: what it changes in the network's first layer.
//
// Position::play(move, changes) fills it. Castling changes most: two pieces leave, two land.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

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

}  // namespace tabiya
