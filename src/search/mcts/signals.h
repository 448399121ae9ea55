// What other threads tell a running search: to stop, or that the expected move was played. And how
// the search waits for that, and for news of its own threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "search/limits.h"

namespace tabiya {

class SearchSignals {
 public:
  using Clock = std::chrono::steady_clock;

  // --- from any thread, at any time -------------------------------------------------------------
  void allow();
  void stop();
  void ponder_hit();
  // Something has happened that the running search should look at.
  void tell();

  // --- for the thread that runs the search ------------------------------------------------------
  // The limits are of the run that begins now.
  void begin(const SearchLimits&);
  bool is_stopped() const;
  // UCI: while pondering or in an infinite search, the answer comes only when it is asked for.
  bool may_end() const;
  void wait_until_wanted();
  // Since when the player's clock runs; none while it does not.
  std::optional<Clock::time_point> clock_began() const;
  // Until something was told that was not known at the last call, or that long.
  void wait_for_news(Milliseconds at_most);

 private:
  bool is_waiting_for_opponent() const { return ponder_ && !ponder_hit_; }

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable told_;
  bool stop_ = false;
  std::optional<Clock::time_point> ponder_hit_;
  std::uint64_t news_ = 0;
  std::uint64_t known_ = 0;
  bool ponder_ = false;
  bool infinite_ = false;
  Clock::time_point start_;
};

}  // namespace tabiya
