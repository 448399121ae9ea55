// Programs that this one starts: where they are, running them to their end, and talking to them.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/milliseconds.h"
#include "base/result.h"
#include "base/text.h"

namespace tabiya {

// The program that a command names. A name with a slash is a path, relative to our folder; any
// other is looked for in PATH. The result is absolute. The error is a sentence that says where was
// looked.
Result<std::filesystem::path> find_program(const std::string& command);

struct ProcessCall {
  std::filesystem::path program;  // as it is; find_program() looks in PATH
  std::vector<std::string> arguments{};
  std::filesystem::path folder{};  // to run in; ours if empty
};

// Runs a program to its end, on our own standard files. Returns its exit code, or 128 and the
// number of the signal that ended it.
//
// It is in a process group of its own, so that Ctrl-C does not reach it from the terminal: it is
// sent, once, the signal that `interrupted` names (0: none came). It does not outlive us: if we are
// killed, it is told to end (SIGTERM).
Result<int> run_program(const ProcessCall&, const std::function<int()>& interrupted);

// Bytes in, lines out, in bounded memory: of a line without an end only the beginning is kept.
class LineSplitter {
 public:
  // No line that means something to a match is this long; a very long "info pv" may be.
  static constexpr std::size_t kLongestLine = 16384;

  // Precondition: next() has said that there is no line left. The bytes have to stay where they
  // are until it says so again.
  void feed(std::string_view bytes) { fresh_ = bytes; }

  // The next whole line without its end, cut at kLongestLine; valid until the next call.
  std::optional<std::string_view> next() {
    if (begun_is_used_) {
      begun_.clear();
      begun_is_used_ = false;
    }
    const std::size_t end = fresh_.find('\n');
    const std::string_view part = fresh_.substr(0, end);
    if (end == fresh_.npos) {
      keep(part);
      fresh_ = {};
      return std::nullopt;
    }
    fresh_.remove_prefix(end + 1);
    if (begun_.empty()) return without_return(part.substr(0, kLongestLine));
    keep(part);
    begun_is_used_ = true;
    return without_return(begun_);
  }

 private:
  void keep(std::string_view part) { begun_ += part.substr(0, kLongestLine - begun_.size()); }

  std::string_view fresh_{};
  std::string begun_;           // a line whose end has not come yet
  bool begun_is_used_ = false;  // it was handed out
};

// A program that runs beside us, with pipes to its standard input and output.
//
// It never outlives us: it is killed with this object, and by the kernel if the thread that
// started it ends without that, even by kill -9. It has a process group of its own, so that Ctrl-C
// on a terminal does not reach it, and so that its own children can be ended with it.
//
// It cannot harm us either: nothing here waits longer than told, and memory is bounded whatever
// it writes. An object belongs to one thread, the one that started it.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  // The error is a sentence.
  static Result<std::unique_ptr<ChildProcess>> start(const ProcessCall&);
  ~ChildProcess();  // kills it if it still runs
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Writes a line, at once if the pipe has room; otherwise while we read.
  void send(std::string_view line);

  struct Line {
    std::string_view text;   // valid until the next call
    Clock::time_point time;  // when it was read
  };
  enum class Silence : std::uint8_t {
    Deadline,  // no line came in time
    Closed,    // it has ended, or closed its output or input: no answer will ever come
    Stopped,   // we were asked to stop
  };
  std::expected<Line, Silence> read_line(Clock::time_point deadline, const std::stop_token&);

  // Closes its input, waits for its end until the timeout, then kills it. Says how it ended:
  // "exit code 0", "signal 11 (Segmentation fault)", "it had to be killed".
  std::string end(Milliseconds timeout);

  // The end of what it wrote to standard error, in one printable line.
  std::string last_words() const;

  pid_t id() const { return id_; }

 private:
  ChildProcess() = default;
  void write_pending();
  void read_errors();
  bool has_ended() const;
  bool ended_by(Clock::time_point deadline) const;

  pid_t id_ = -1;   // -1 when it has ended and been waited for
  OpenFile input_;  // its standard input: we write
  OpenFile output_;
  OpenFile errors_;
  std::string pending_;  // not yet taken by the pipe
  LineSplitter lines_;
  std::array<char, 65536> chunk_;
  Clock::time_point chunk_time_{};
  std::string error_tail_;
  bool output_ended_ = false;
  bool input_ended_ = false;  // by the engine
};

}  // namespace tabiya
