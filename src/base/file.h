// Files of the operating system: open ones that close themselves, and whole ones read at once.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tabiya {

// A file descriptor with one owner, which closes it.
//
// Numbers up to 2 are the standard files, which are never closed (and never opened anew: the
// program sees at its start that they are taken).
class OpenFile {
 public:
  OpenFile() = default;  // none
  // Flags as open() has them. What is made anew gets the rights that the umask leaves.
  OpenFile(const std::string& name, int flags)
      : descriptor_(open(name.c_str(), flags | O_CLOEXEC, 0666)) {}
  // To be read.
  explicit OpenFile(const std::string& name) : OpenFile(name, O_RDONLY) {}
  // What pipe(), eventfd() and the like have given; below 0 if they failed.
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  // To be read; "-" is standard input, which stays open.
  static OpenFile or_standard_input(const std::string& name) {
    return name == "-" ? OpenFile(STDIN_FILENO) : OpenFile(name);
  }
  ~OpenFile() { close_now(); }
  OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  bool is_open() const { return descriptor_ >= 0; }  // if not, errno says why
  int descriptor() const { return descriptor_; }
  // Claims it for this process until it is closed or the process ends. False if another one has
  // claimed it. Some file systems cannot lock; that is no reason not to work, so they say true.
  bool claim() const;
  // Whether the name leads to this file still: others may have renamed or removed it.
  bool is_at(const std::filesystem::path& name) const;
  // False, with errno, if that fails: some file systems tell of a full disk only here.
  bool close_now() {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor <= STDERR_FILENO || close(descriptor) == 0;
  }

 private:
  int descriptor_ = -1;
};

// Nothing for pipes and the like.
inline std::optional<std::uint64_t> size_of_file(int descriptor) {
  struct stat facts = {};
  if (fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(facts.st_size);
}

// All of it, whatever signals come. False, with errno, if something could not be written.
bool write_all(int descriptor, std::span<const std::byte>);
inline bool write_all(int descriptor, std::string_view text) {
  return write_all(descriptor, std::as_bytes(std::span(text)));
}

// The same from this byte of the file on, wherever it stands. Several threads may do it at once.
bool write_at(int descriptor, std::uint64_t at, std::span<const std::byte>);

// Fills all of it from this byte of the file on; else false, with errno, which is 0 if the file
// ends before. Several threads may do it at once.
bool read_at(int descriptor, std::uint64_t at, std::span<std::byte>);

// The content of a file, at most `longest` bytes; of a longer file one byte more, enough to see
// that it is too long. The error names the file. Pipes and devices are refused, since reading them
// could take for ever.
Result<std::vector<std::byte>> read_file(const std::filesystem::path&, std::size_t longest);

// A number by which damaged files are found out: XXH3 by Yann Collet, 64 bits. Not against malice.
std::uint64_t checksum_of(std::span<const std::byte>);

}  // namespace tabiya
