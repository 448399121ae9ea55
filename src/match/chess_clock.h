// One player's clock during a game.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "match/limits.h"

namespace tabiya {

class ChessClock {
 public:
  using Time = std::chrono::nanoseconds;

  explicit ChessClock(const EngineLimits& limits) : limits_(limits) {
    if (limits_.clock) refill();
  }

  // What is left for this and the following moves; nothing without a clock.
  std::optional<Time> left() const { return limits_.clock ? std::optional(left_) : std::nullopt; }
  int moves_to_go() const { return moves_to_go_; }  // 0: all of the game

  // The longest this move may take; nothing if time does not limit it.
  std::optional<Time> allowed() const {
    std::optional<Time> most = left();
    if (limits_.move_time)
      most = std::min<Time>(most.value_or(*limits_.move_time), *limits_.move_time);
    return most;
  }

  // A move was made. False if its time was up, and the margin too.
  bool spend(Time time, Time margin) {
    const auto most = allowed();
    if (most && time > *most + margin) return false;
    if (!limits_.clock) return true;
    left_ = std::max(left_ - time, Time(0)) + limits_.clock->increment;
    if (moves_to_go_ == 1) {
      const Time rest = left_;
      refill();
      left_ += rest;
    } else if (moves_to_go_ > 1) {
      --moves_to_go_;
    }
    return true;
  }

 private:
  void refill() {
    left_ = limits_.clock->base;
    moves_to_go_ = limits_.clock->moves;
  }

  EngineLimits limits_;
  Time left_{};
  int moves_to_go_ = 0;
};

}  // namespace tabiya
