// A file that is closed when nobody needs it any more.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>

namespace tabiya {

// Numbers up to 2 are the standard files, which are never closed (and never opened anew: the
// program sees at its start that they are taken).
class OpenFile {
 public:
  // Flags as open() has them. Files made anew may be read by everyone.
  OpenFile(const std::string& name, int flags)
      : descriptor_(open(name.c_str(), flags | O_CLOEXEC, 0644)) {}
  // To be read.
  explicit OpenFile(const std::string& name) : OpenFile(name, O_RDONLY) {}
  // The same, but "-" is standard input, which stays open.
  static OpenFile or_standard_input(const std::string& name) {
    return name == "-" ? OpenFile(STDIN_FILENO) : OpenFile(name);
  }
  ~OpenFile() {
    if (descriptor_ > STDERR_FILENO) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  bool is_open() const { return descriptor_ >= 0; }  // if not, errno says why
  int descriptor() const { return descriptor_; }

 private:
  explicit OpenFile(int standard) : descriptor_(standard) {}

  int descriptor_;
};

// Nothing for pipes and the like.
inline std::optional<std::uint64_t> size_of_file(int descriptor) {
  struct stat facts = {};
  if (fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(facts.st_size);
}

}  // namespace tabiya
