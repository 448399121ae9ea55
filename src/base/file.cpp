#include "base/file.h"

#include <sys/file.h>

// SSE2 is fast enough for files, and g++ 12 warns of its own AVX-512 header (its bug 105593).
#define XXH_INLINE_ALL
#define XXH_VECTOR 1
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

static_assert(XXH_VECTOR == XXH_SSE2);

namespace tabiya {

bool OpenFile::claim() const {
  return flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

bool OpenFile::is_at(const std::filesystem::path& name) const {
  struct stat there = {};
  struct stat here = {};
  return stat(name.c_str(), &there) == 0 && fstat(descriptor_, &here) == 0 &&
         there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

bool write_at(int descriptor, std::uint64_t at, std::span<const std::byte> content) {
  while (!content.empty()) {
    const ssize_t written =
        pwrite(descriptor, content.data(), content.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return false;
    at += static_cast<std::uint64_t>(written);
    content = content.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

bool read_at(int descriptor, std::uint64_t at, std::span<std::byte> out) {
  while (!out.empty()) {
    const ssize_t got = pread(descriptor, out.data(), out.size(), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = 0;
    if (got <= 0) return false;
    at += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

bool write_all(int descriptor, std::span<const std::byte> content) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    content = content.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

Result<std::vector<std::byte>> read_file(const std::filesystem::path& file, std::size_t longest) {
  const auto unreadable = [&](std::string_view why) {
    return failure("{} could not be read: {}", file.string(), why);
  };
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (error) return unreadable(error.message());
  if (!std::filesystem::is_regular_file(status)) return unreadable("it is not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) return unreadable(error.message());

  std::vector<std::byte> bytes(
      static_cast<std::size_t>(std::min<std::uintmax_t>(size, longest + 1)));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return unreadable("it could not be opened");
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (stream.bad()) return unreadable("reading failed");
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return bytes;
}

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace tabiya
