#include "base/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/interrupt.h"

namespace tabiya {

bool LineReader::take_line() {
  const std::size_t end = buffer_.find('\n', std::max(looked_, taken_));
  if (end == std::string::npos) {
    looked_ = buffer_.size();
    return false;
  }
  line_ = std::string_view(buffer_).substr(taken_, end - taken_);
  taken_ = looked_ = end + 1;
  return true;
}

bool LineReader::has_input() const {
  if (buffer_.find('\n', taken_) != std::string::npos) return true;
  pollfd file{.fd = file_, .events = POLLIN, .revents = 0};
  return poll(&file, 1, 0) > 0;
}

LineReader::Outcome LineReader::read() {
  while (true) {
    if (take_line()) {
      if (!skipping_ && line_.size() <= longest_) return Outcome::Line;
      skipping_ = false;
      return Outcome::TooLong;
    }
    buffer_.erase(0, taken_);
    looked_ -= taken_;
    taken_ = 0;
    if (buffer_.size() > longest_) {
      skipping_ = true;
      buffer_.clear();
      looked_ = 0;
    }
    if (interrupt_ != nullptr && !interrupt_->wait_for_input(file_)) return Outcome::Interrupted;
    constexpr std::size_t piece = 1 << 16;
    const std::size_t before = buffer_.size();
    buffer_.resize(before + piece);
    const ssize_t size = ::read(file_, buffer_.data() + before, piece);
    buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    if (size > 0) continue;
    if (size < 0 && errno == EINTR) return Outcome::Interrupted;
    if (skipping_) {
      skipping_ = false;
      buffer_.clear();
      looked_ = 0;
      return Outcome::TooLong;
    }
    if (buffer_.empty()) return Outcome::End;
    line_ = buffer_;
    taken_ = looked_ = buffer_.size();
    return Outcome::Line;
  }
}

}  // namespace tabiya
