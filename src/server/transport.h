// What the games see of the transport: the thread on which all of them live, and the open web
// pages. The transport implements both over its event loop and WebSockets, tests by hand.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace tabiya::server {

// A call at some time in the future. Destroying it cancels the call.
class Timer {
 public:
  virtual ~Timer() = default;
};

// Calls functions one after the other, all on one thread: the dispatcher's.
class Dispatcher {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Dispatcher() = default;

  // Has the function called soon, never from within this call. From any thread: this is how engines
  // speak to the games.
  virtual void post(std::function<void()>) = 0;

  // From the dispatcher's thread only.
  virtual std::unique_ptr<Timer> call_at(Clock::time_point, std::function<void()>) = 0;
  virtual Clock::time_point now() const = 0;
};

// Shared, so that a text for many pages exists once.
using Text = std::shared_ptr<const std::string>;

// What may be replaced while it waits: of each kind only the newest text counts.
enum class Stream : std::uint8_t { Thinking, Tree };

// One open web page. All calls come from the dispatcher's thread.
class Page {
 public:
  virtual ~Page() = default;

  // Queues one message. Never blocks; a page that does not read is dropped by the transport.
  virtual void send(Text) = 0;

  // The same for engine output: takes the place of an older text of this stream and search that has
  // not left yet, so a slow page gets the newest and not all.
  virtual void send_newest(Stream, std::uint64_t search, Text) = 0;
};

}  // namespace tabiya::server
