// The way out: whole lines, at once, from any thread.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"

namespace tabiya::uci {

class Output {
 public:
  // The descriptor stays the caller's.
  explicit Output(int file) : file_(file) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // All functions may be called from any thread; lines of two threads are never mixed.
  void line(std::string_view text);

  // Keeps a copy of everything said and heard at the end of this file; an empty name ends that.
  // If the file cannot be opened, the error says why, and nothing changes.
  Result<void> log_to(const std::string& file);
  void heard(std::string_view line);

  // Something could not be written: the reader is gone.
  bool failed() const;
  // The other end of the pipe is closed. Known without writing anything.
  bool reader_is_gone() const;

 private:
  void log(std::string_view direction, std::string_view text);

  int file_;
  // Behind the mutex: the descriptors' current line, the log, and whether writing failed.
  mutable std::mutex mutex_;
  OpenFile log_;
  bool failed_ = false;
};

}  // namespace tabiya::uci
