#include "uci/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/result.h"

namespace tabiya::uci {
namespace {

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Output::~Output() {
  if (log_ >= 0) close(log_);
}

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
  if (log_ < 0) return;
  // A log that is full is no reason to end a game.
  write_all(log_, fmt::format("{} {}\n", direction, text));
}

Result<void> Output::log_to(const std::string& file) {
  int opened = -1;
  if (!file.empty()) {
    opened = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (opened < 0)
      return failure("the log file {} cannot be opened: {}", file,
                     std::generic_category().message(errno));
  }
  const std::lock_guard lock(mutex_);
  if (log_ >= 0) close(log_);
  log_ = opened;
  return {};
}

bool Output::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

bool Output::nobody_listens() const {
  pollfd file{.fd = file_, .events = 0, .revents = 0};
  return poll(&file, 1, 0) > 0 && (file.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace tabiya::uci
