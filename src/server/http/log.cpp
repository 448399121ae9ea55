#include "server/http/log.h"

#include <poll.h>
#include <spdlog/async.h>
#include <spdlog/async_logger.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <nlohmann/json.hpp>
#include <string>

namespace tabiya::http {
namespace {

constexpr std::size_t kLinesThatMayWait = 8192;
constexpr std::chrono::seconds kLongestWaitAtTheEnd{1};

std::string line_of(std::string_view event, Log::Fields fields) {
  nlohmann::ordered_json line{{"event", event}};
  for (const auto& [name, value] : fields)
    std::visit([&](const auto& plain) { line[std::string(name)] = plain; }, value);
  // Its braces are the pattern's, which has the time and the level before it.
  const std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return text.substr(1, text.size() - 2);
}

// Standard error, waiting for its reader until it is told that this is enough. Only the thread of
// the log writes; any may tell.
class StandardError final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  using Clock = std::chrono::steady_clock;

  void wait_only_until(Clock::time_point moment) { last_moment_ = moment; }

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    std::string_view rest(line.data(), line.size());
    while (!rest.empty() && has_room()) {
      // A pipe that has room takes this much without waiting.
      const ssize_t written =
          write(STDERR_FILENO, rest.data(), std::min<std::size_t>(rest.size(), PIPE_BUF));
      if (written >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(written));
      } else if (errno != EINTR && errno != EAGAIN) {
        return;  // the reader is gone
      }
    }
  }
  void flush_() override {}

  bool has_room() const {
    constexpr int glance = 50;  // ms
    for (;;) {
      const bool may_wait = Clock::now() < last_moment_.load();
      pollfd file{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
      if (poll(&file, 1, may_wait ? glance : 0) > 0) return true;
      if (!may_wait) return false;
    }
  }

  std::atomic<Clock::time_point> last_moment_{Clock::time_point::max()};
};

// Otherwise a reader that is gone would end the server.
void block_broken_pipe_signal() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

struct Log::Writer {
  std::shared_ptr<StandardError> sink = std::make_shared<StandardError>();
  std::shared_ptr<spdlog::details::thread_pool> pool =
      std::make_shared<spdlog::details::thread_pool>(kLinesThatMayWait, 1,
                                                     block_broken_pipe_signal);
  std::shared_ptr<spdlog::async_logger> logger = std::make_shared<spdlog::async_logger>(
      "tabiya", sink, pool, spdlog::async_overflow_policy::overrun_oldest);
};

Log::Log(LogLevel level) : level_(level) {
  if (level_ == LogLevel::Off) return;
  writer_ = std::make_unique<Writer>();
  writer_->logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
      R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})", spdlog::pattern_time_type::utc));
}

Log::~Log() {
  if (writer_) writer_->sink->wait_only_until(StandardError::Clock::now() + kLongestWaitAtTheEnd);
}

void Log::info(std::string_view event, Fields fields) {
  if (level_ == LogLevel::Requests)
    writer_->logger->log(spdlog::level::info, line_of(event, fields));
}

void Log::warn(std::string_view event, Fields fields) {
  if (level_ != LogLevel::Off) writer_->logger->log(spdlog::level::warn, line_of(event, fields));
}

}  // namespace tabiya::http
