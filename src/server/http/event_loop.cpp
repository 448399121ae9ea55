#include "server/http/event_loop.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <utility>

namespace tabiya::http {
namespace {

namespace asio = boost::asio;

class AsioTimer final : public server::Timer {
 public:
  AsioTimer(asio::io_context& context, server::Dispatcher::Clock::time_point when,
            std::function<void()> call)
      : timer_(context, when), call_(std::make_shared<std::function<void()>>(std::move(call))) {
    // Only this object owns the function: when it is gone, a timer that has just run out finds
    // nothing.
    timer_.async_wait([call = std::weak_ptr(call_)](const boost::system::error_code& error) {
      if (error) return;
      // A function that destroys its own appointment stays while it runs.
      if (const auto kept = call.lock()) (*kept)();
    });
  }

 private:
  asio::steady_timer timer_;
  std::shared_ptr<std::function<void()>> call_;
};

}  // namespace

EventLoop::EventLoop(Log& log) : log_(log), context_(std::make_unique<asio::io_context>()) {}

EventLoop::~EventLoop() = default;

void EventLoop::post(std::function<void()> function) { asio::post(*context_, std::move(function)); }

std::unique_ptr<server::Timer> EventLoop::call_at(Clock::time_point when,
                                                  std::function<void()> function) {
  return std::make_unique<AsioTimer>(*context_, when, std::move(function));
}

void EventLoop::run() {
  const auto work = asio::make_work_guard(*context_);
  while (!context_->stopped()) {
    try {
      context_->run();
    } catch (const std::exception& error) {
      log_.warn("exception", {{"message", error.what()}});
    }
  }
}

void EventLoop::stop() { context_->stop(); }

}  // namespace tabiya::http
