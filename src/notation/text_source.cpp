#include "notation/text_source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace tabiya {

std::expected<std::size_t, std::string> StringSource::read(std::span<char> buffer) {
  const std::size_t count = std::min(buffer.size(), text_.size());
  std::copy_n(text_.data(), count, buffer.data());
  text_.remove_prefix(count);
  return count;
}

std::expected<std::size_t, std::string> StreamSource::read(std::span<char> buffer) {
  stream_.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  if (stream_.bad()) return std::unexpected("the stream cannot be read");
  return static_cast<std::size_t>(stream_.gcount());
}

std::expected<std::size_t, std::string> FileSource::read(std::span<char> buffer) {
  for (;;) {
    if (stop_ && stop_()) return 0;
    const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return std::unexpected(std::generic_category().message(errno));
  }
}

}  // namespace tabiya
