// Room on the stack for the legal moves of any position.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

#include "chess/move.h"

namespace tabiya {

class MoveList {
 public:
  // No legal position has more: fifteen pieces with at most 27 moves each (a queen in the
  // centre of an empty board), eight king steps and two castlings make 415. Positions that
  // can come up in a game have at most 218.
  static constexpr std::size_t kCapacity = 416;

  // User-provided on purpose: `MoveList{}` must not zero 832 bytes.
  MoveList() {}

  void push(Move move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  bool contains(Move move) const { return std::find(begin(), end(), move) != end(); }

 private:
  std::size_t size_ = 0;
  std::array<Move, kCapacity> moves_;
};

}  // namespace tabiya
