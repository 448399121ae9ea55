#include "notation/text_source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "base/result.h"
#include "base/system.h"

namespace tabiya {

Result<std::size_t> StringSource::read(std::span<char> buffer) {
  const std::size_t count = std::min(buffer.size(), text_.size());
  std::copy_n(text_.data(), count, buffer.data());
  text_.remove_prefix(count);
  return count;
}

Result<std::size_t> StreamSource::read(std::span<char> buffer) {
  stream_.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  if (stream_.bad()) return failure("the stream cannot be read");
  return static_cast<std::size_t>(stream_.gcount());
}

Result<std::size_t> FileSource::read(std::span<char> buffer) {
  for (;;) {
    if (stop_ && stop_()) return 0;
    const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return std::unexpected(Error{system_message()});
  }
}

bool TextWindow::load() {
  if (at_end_) return false;
  // One byte stays free for the '\0' behind the text.
  if (buffer_.size() - end_ <= kChunk) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, size());
    moved_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    if (buffer_.size() - end_ <= kChunk) buffer_.resize(2 * buffer_.size());
  }
  const std::size_t from = end_;
  do {
    const auto count =
        source_.read(std::span(buffer_).subspan(end_, std::min(kChunk, buffer_.size() - 1 - end_)));
    if (!count) failure_ = count.error().message;
    if (!count || *count == 0) {
      at_end_ = true;
      break;
    }
    end_ += *count;
    // What the first \r means shows the byte behind it.
  } while (!carriage_returns_only_ && buffer_[end_ - 1] == '\r' && end_ < buffer_.size() - 1);
  translate_line_ends(from);
  buffer_[end_] = '\0';
  return end_ > from;
}

// Files from very old programs end their lines with \r alone: they get \n instead.
void TextWindow::translate_line_ends(std::size_t from) {
  char* const first = buffer_.data() + from;
  char* const last = buffer_.data() + end_;
  if (!carriage_returns_only_) {
    const char* const line_end =
        std::find_if(first, last, [](char c) { return c == '\n' || c == '\r'; });
    if (line_end == last) return;
    carriage_returns_only_ =
        *line_end == '\r' && line_end + 1 != last && line_end[1] != '\n' && line_end[1] != '\r';
  }
  if (*carriage_returns_only_) std::replace(first, last, '\r', '\n');
}

}  // namespace tabiya
