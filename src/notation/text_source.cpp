#include "notation/text_source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/result.h"

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
    if (errno != EINTR) return std::unexpected(Error{std::generic_category().message(errno)});
  }
}

}  // namespace tabiya
