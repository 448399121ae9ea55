#include "uci/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <utility>

#include "base/system.h"

namespace tabiya::uci {
void Output::line(std::string_view text) {
  const std::string whole = fmt::format("{}\n", text);
  const std::lock_guard lock(mutex_);
  failed_ = !write_all(file_, whole) || failed_;
  log("<", text);
}

void Output::heard(std::string_view line) {
  const std::lock_guard lock(mutex_);
  log(">", line);
}

void Output::log(std::string_view direction, std::string_view text) {
  if (!log_.is_open()) return;
  // A log that is full is no reason to end a game.
  write_all(log_.descriptor(), fmt::format("{} {}\n", direction, text));
}

Result<void> Output::log_to(const std::string& file) {
  OpenFile opened;
  if (!file.empty()) {
    opened = OpenFile(file, O_WRONLY | O_CREAT | O_APPEND);
    if (!opened.is_open())
      return failure("the log file {} cannot be opened: {}", file, system_message());
  }
  const std::lock_guard lock(mutex_);
  log_ = std::move(opened);
  return {};
}

bool Output::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

bool Output::reader_is_gone() const {
  pollfd file{.fd = file_, .events = 0, .revents = 0};
  return poll(&file, 1, 0) > 0 && (file.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace tabiya::uci
