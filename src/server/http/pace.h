// So many at once, and so many a second from then on.
#pragma once

#include <algorithm>
#include <chrono>

namespace tabiya::http {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  Pace(double at_once, double per_second, Clock::time_point now)
      : most_(at_once), per_second_(per_second), left_(at_once), last_(now) {}

  // False: one too many.
  bool allows_one(Clock::time_point now) {
    left_ =
        std::min(most_, left_ + per_second_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double most_;
  double per_second_;
  double left_;
  Clock::time_point last_;
};

}  // namespace tabiya::http
