// How long an engine may think about a move: a clock, a fixed time, nodes, or depth.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/milliseconds.h"
#include "base/result.h"

namespace tabiya {

// A chess clock: `base` for `moves` moves (for the whole game if that is 0), and `increment` for
// every move made.
struct ClockControl {
  int moves = 0;
  Milliseconds base{};
  Milliseconds increment{};
  bool operator==(const ClockControl&) const = default;
};

// Several may be given; the engine stops at the first it reaches. None at all is not a limit.
struct EngineLimits {
  std::optional<ClockControl> clock{};
  std::optional<Milliseconds> move_time{};
  std::optional<std::uint64_t> nodes{};
  std::optional<int> depth{};

  bool empty() const { return !clock && !move_time && !nodes && !depth; }
  bool operator==(const EngineLimits&) const = default;
};

// "10+0.1" is ten seconds and a tenth more for each move, "40/60" a minute for forty moves,
// "2:30+1" two and a half minutes and a second. The error is a sentence.
Result<ClockControl> parse_clock_control(std::string_view);

// As parse_clock_control() reads it.
std::string to_string(const ClockControl&);

// For people and for PGN's TimeControl tag: "10+0.1", "0.5/move", "nodes 1000", "depth 8".
std::string to_string(const EngineLimits&);

// Seconds such as "0.25" in whole milliseconds, 0 to 10 million seconds.
Result<Milliseconds> parse_seconds(std::string_view);

// One player's clock during a game.
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
