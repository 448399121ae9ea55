// Standard error of this process goes into a pipe while it lives.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <utility>

namespace tabiya::http::test {

class PipedError {
 public:
  PipedError() : before_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    reader_ = ends[0];
  }
  ~PipedError() {
    stop_writing();
    stop_reading();
  }
  PipedError(const PipedError&) = delete;
  PipedError& operator=(const PipedError&) = delete;

  void stop_reading() {
    if (reader_ >= 0) close(std::exchange(reader_, -1));
  }
  void stop_writing() {
    if (before_ < 0) return;
    dup2(before_, STDERR_FILENO);
    close(std::exchange(before_, -1));
  }

  // All that was written.
  std::string read_all() {
    stop_writing();
    std::string all;
    std::array<char, 4096> bytes;
    for (ssize_t size = 0; (size = read(reader_, bytes.data(), bytes.size())) > 0;)
      all.append(bytes.data(), static_cast<std::size_t>(size));
    return all;
  }

 private:
  int before_;
  int reader_ = -1;
};

}  // namespace tabiya::http::test
