// The dispatcher's thread as an event loop: whichever thread is in run() is the dispatcher's
// thread.
#pragma once

#include <memory>

#include "server/http/log.h"
#include "server/transport.h"

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming): Boost's
}

namespace tabiya::http {

class EventLoop final : public server::Dispatcher {
 public:
  explicit EventLoop(Log&);
  ~EventLoop() override;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  void post(std::function<void()>) override;
  std::unique_ptr<server::Timer> call_at(Clock::time_point, std::function<void()>) override;
  Clock::time_point now() const override { return Clock::now(); }

  // Returns after stop(). An exception of a handler is logged, and the others go on.
  void run();
  void stop();  // from any thread

  boost::asio::io_context& context() { return *context_; }

 private:
  Log& log_;
  std::unique_ptr<boost::asio::io_context> context_;
};

}  // namespace tabiya::http
