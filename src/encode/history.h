// The past of a position as networks want it: the last positions of the game, newest first, each
// with how often it had occurred by then.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/game.h"
#include "chess/position.h"

namespace tabiya {

// The most steps any network looks back, the present included.
inline constexpr int kMostHistory = 8;

// Positions are pointed to, not copied: whoever makes a History keeps them alive.
class History {
 public:
  struct Step {
    const Position* position;
    std::uint8_t occurrences;  // in the game so far, this one included; never above 3
  };

  History() = default;
  // The present of the game and what led to it.
  explicit History(const Game& game) {
    for (std::size_t ply = game.length() + 1; ply > 0 && !is_full(); --ply)
      add(game.position_at(ply - 1), game.occurrences_at(ply - 1));
  }

  // Adds the next older position. Precondition: !is_full().
  void add(const Position& position, int occurrences) {
    assert(!is_full());
    steps_[size_++] = {&position, static_cast<std::uint8_t>(occurrences < 3 ? occurrences : 3)};
  }

  bool is_full() const { return size_ == steps_.size(); }
  std::span<const Step> steps() const { return {steps_.data(), size_}; }
  // Precondition: not empty.
  const Position& present() const { return *steps_.front().position; }

 private:
  std::array<Step, kMostHistory> steps_{};
  std::size_t size_ = 0;
};

}  // namespace tabiya
