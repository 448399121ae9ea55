// The one thread on which all games live, as they see it. The transport's event loop implements it,
// tests by hand.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace tabiya::server {

// A call that is to come. Destroying it takes the call back.
class Appointment {
 public:
  virtual ~Appointment() = default;
};

class HomeThread {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~HomeThread() = default;

  // Has the function called on the home thread, soon, never from within this call. From any thread:
  // this is how engines speak to the games.
  virtual void post(std::function<void()>) = 0;

  // From the home thread only.
  virtual std::unique_ptr<Appointment> call_at(Clock::time_point, std::function<void()>) = 0;
  virtual Clock::time_point now() const = 0;
};

}  // namespace tabiya::server
