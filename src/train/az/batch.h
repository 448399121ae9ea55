// Samples as a step of training takes them: what the network sees, and what it should say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/move_list.h"
#include "chess/square.h"

namespace tabiya {

// Arrays of a fixed size, of which the first `count` samples are filled. A batch is made once and
// filled again and again.
class AzBatch {
 public:
  // No position has more legal moves.
  static constexpr std::size_t kMostMoves = MoveList::kCapacity;
  // For places after the last legal move: so unlikely that a softmax over all gives them nothing.
  static constexpr float kNoMove = -1e9F;

  AzBatch(std::size_t capacity, int planes)
      : capacity_(capacity),
        planes_(planes),
        inputs_(capacity * floats_of_sample()),
        moves_(capacity * kMostMoves),
        masks_(capacity * kMostMoves, kNoMove),
        shares_(capacity * kMostMoves),
        chances_(capacity * 3),
        searched_(capacity) {}

  std::size_t capacity() const { return capacity_; }
  int planes() const { return planes_; }
  std::size_t count() const { return count_; }
  // Precondition: count <= capacity().
  void resize(std::size_t count) { count_ = count; }

  // One sample of the batch; all of it is to be written. Precondition: place < capacity().
  std::span<float> inputs(std::size_t place) {  // [planes][64]
    return std::span(inputs_).subspan(place * floats_of_sample(), floats_of_sample());
  }
  std::span<float> all_inputs() { return inputs_; }
  std::span<std::int64_t> moves(std::size_t place) {  // policy indices of the legal moves, then 0
    return std::span(moves_).subspan(place * kMostMoves, kMostMoves);
  }
  std::span<float> masks(std::size_t place) {  // 0 for a legal move, kNoMove after the last
    return std::span(masks_).subspan(place * kMostMoves, kMostMoves);
  }
  std::span<float> shares(std::size_t place) {  // of the target policy; they sum to one
    return std::span(shares_).subspan(place * kMostMoves, kMostMoves);
  }
  std::span<float> chances(std::size_t place) {  // win, draw, loss; they sum to one
    return std::span(chances_).subspan(place * 3, 3);
  }
  // 1 if the policy is that of a tree search, 0 if only the move played is known.
  float& searched(std::size_t place) { return searched_[place]; }

  // All samples, one after another.
  const float* inputs() const { return inputs_.data(); }
  const std::int64_t* moves() const { return moves_.data(); }
  const float* masks() const { return masks_.data(); }
  const float* shares() const { return shares_.data(); }
  const float* chances() const { return chances_.data(); }
  const float* searched() const { return searched_.data(); }

 private:
  std::size_t floats_of_sample() const { return static_cast<std::size_t>(planes_) * kSquares; }

  std::size_t capacity_;
  int planes_;
  std::size_t count_ = 0;
  std::vector<float> inputs_;
  std::vector<std::int64_t> moves_;
  std::vector<float> masks_;
  std::vector<float> shares_;
  std::vector<float> chances_;
  std::vector<float> searched_;
};

}  // namespace tabiya
