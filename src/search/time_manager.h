// All decisions about time, of both searches: what a clock allows for a move, when a search has
// thought enough, and what other threads tell it meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>

#include "search/parameter.h"
#include "search/search.h"

namespace tabiya {

// Shares and factors are in per cent.
struct TimeParameters {
  // What a clock allows for one move.
  Parameter moves_ahead{"TimeMovesAhead", 40, 20, 80, 5};
  Parameter ideal_share{"TimeIdealShare", 160, 80, 300, 10};  // of an equal share
  Parameter ideal_share_to_control{"TimeIdealShareToControl", 100, 50, 200, 10};
  Parameter ideal_limit{"TimeIdealLimit", 70, 30, 90, 5};             // of what is left
  Parameter highest_factor{"TimeHighestFactor", 500, 150, 1000, 25};  // of the ideal
  Parameter highest_limit{"TimeHighestLimit", 60, 30, 80, 5};         // of what is left
  Parameter highest_limit_last_move{"TimeHighestLimitLastMove", 90, 50, 95, 5};

  // Alpha-beta: less when the best move stays the same, more when the score falls, less when nearly
  // all work went into one move.
  Parameter settled_base{"TimeSettledBase", 135, 80, 200, 5};
  Parameter settled_step{"TimeSettledStep", 10, 0, 30, 2};  // for each steady iteration
  Parameter settled_least{"TimeSettledLeast", 55, 20, 90, 5};
  Parameter fall_divisor{"TimeFallDivisor", 120, 40, 400, 10};  // centipawns that double the time
  Parameter fall_least{"TimeFallLeast", 80, 40, 100, 5};
  Parameter fall_most{"TimeFallMost", 160, 100, 300, 10};
  Parameter effort_base{"TimeEffortBase", 175, 100, 250, 5};
  Parameter effort_least{"TimeEffortLeast", 60, 20, 100, 5};
  Parameter effort_most{"TimeEffortMost", 140, 100, 250, 10};
  Parameter only_move{"TimeOnlyMove", 10, 0, 100, 5};

  // The tree search: somewhat longer while another move looks better than the most visited one.
  Parameter unsettled_factor{"TimeUnsettledFactor", 150, 100, 300, 10};
  Parameter unsettled_margin{"TimeUnsettledMargin", 2, 0, 20, 1};    // hundredths of a win
  Parameter unsettled_visits{"TimeUnsettledVisits", 50, 10, 90, 5};  // of the first move's
  Parameter rate_visits{"TimeRateVisits", 64, 16, 512, 16};  // of each thread, to know the speed
  Parameter rate_time{"TimeRateTime", 20, 5, 200, 5};        // milliseconds, for the same

  // How long the network's first answer is waited for, without which a move is a guess: beyond the
  // time for the move, and after a stop. Milliseconds.
  Parameter first_evaluation{"TimeFirstEvaluation", 1000, 100, 5000, 100};
  Parameter root_after_stop{"TimeRootAfterStop", 30, 0, 500, 10};
};

TABIYA_TUNABLE TimeParameters time_parameters;

// What a clock allows for one move. None: any time.
struct TimeBudget {
  std::optional<Milliseconds> ideal;    // enough for an ordinary move
  std::optional<Milliseconds> highest;  // beyond this the game is at risk
};

// A pure function of the limits; never zero or less, however short or absurd the clock. The move
// overhead is subtracted from clocks; a fixed time for the move is used wholly.
TimeBudget time_budget(const SearchLimits&, Color side_to_move);

// When a search has thought enough. All times are passed in, so it has no clock of its own.
class TimeManager {
 public:
  // The limits are kept by reference.
  TimeManager(const SearchLimits&, Color side_to_move);

  // Whether a limit may be reached within milliseconds.
  bool must_look_often() const { return budget_.highest || limits_.depth; }
  bool is_time_up(Milliseconds on_clock) const {
    return budget_.highest && on_clock >= *budget_.highest;
  }

  // What alpha-beta knows after an iteration.
  struct Iteration {
    int depth = 1;
    int steady_iterations = 0;  // since the best move changed
    int fall = 0;               // of the score since the iteration before
    double effort = 0;          // the share of the nodes that the best move took
    bool only_move = false;
  };
  // Whether another iteration is not worth its time. What was thought while pondering counts.
  bool is_enough(const Iteration&, Milliseconds thought) const;

  // What the tree search knows every few milliseconds.
  struct Progress {
    Milliseconds on_clock{0};
    Milliseconds thought{0};     // while pondering, too
    std::uint64_t finished = 0;  // visits
    int threads = 1;
    int average_depth = 0;
  };
  // The moves are those of the root, best first.
  bool is_enough(const Progress&, std::span<const MoveStatistics>) const;

  // The time may be up before the network has answered for the first time. Without its answer a
  // move is a guess, so it is waited for, up to a second longer, but not until the flag falls;
  // after a stop, for some milliseconds.
  bool is_too_late_for_root(Milliseconds on_clock) const { return latest_ && on_clock >= *latest_; }
  static bool is_too_late_for_root_after_stop(Milliseconds since);

 private:
  const SearchLimits& limits_;
  TimeBudget budget_;
  std::optional<Milliseconds> latest_;
};

// The clock of one run, from its start, and what other threads tell the run: to stop, or that the
// expected move was played. From any thread.
class SearchClock {
 public:
  SearchClock(const SearchLimits&, std::stop_token);

  Milliseconds elapsed() const;
  // Of the player's time: none passes while pondering, nor in an infinite search.
  Milliseconds on_clock() const;

  bool is_stopped() const { return stop_.stop_requested(); }
  std::optional<Milliseconds> since_stop() const;
  // UCI: while pondering or in an infinite search, the answer comes only when it is asked for.
  bool may_end() const { return is_stopped() || (!infinite_ && !is_pondering()); }
  bool is_pondering() const { return clock_start_.load() == kNever; }
  void wait_until_wanted();

  // Something has happened that the waiting thread should look at; stop and ponder hit are news.
  void notify();
  // Until there are news since the last call, or that long.
  void wait_for_news(Milliseconds at_most);

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kNever = Clock::time_point::max();
  static Milliseconds since(Clock::time_point start);

  const std::stop_token stop_;
  const bool infinite_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<Clock::time_point> clock_start_;
  std::atomic<Clock::time_point> stop_time_ = kNever;

  std::mutex mutex_;  // guards the two below
  std::condition_variable changed_;
  bool has_news_ = false;

  // The last members: they use the others.
  std::stop_callback<std::function<void()>> on_stop_;
  std::stop_callback<std::function<void()>> on_ponder_hit_;
};

}  // namespace tabiya
