// A program that runs beside us, with pipes to its standard input and output.
//
// It never outlives us: it is killed with this object, and by the kernel if the thread that
// started it ends without that, even by kill -9. It has a process group of its own, so that Ctrl-C
// on a terminal does not reach it, and so that its own children can be ended with it.
//
// It cannot harm us either: nothing here waits longer than told, and memory is bounded whatever
// it writes. An object belongs to one thread, the one that started it.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "match/line_splitter.h"

namespace tabiya {

struct ProcessCall {
  std::filesystem::path program;  // as it is; find_program() looks in PATH
  std::vector<std::string> arguments{};
  std::filesystem::path folder{};  // to run in; ours if empty
};

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

  // Closes its input, waits so long for its end, then kills it. Says how it ended:
  // "exit code 0", "signal 11 (Segmentation fault)", "it had to be killed".
  std::string end(std::chrono::milliseconds timeout);

  // The end of what it wrote to standard error, in one printable line.
  std::string last_words() const;

  pid_t id() const { return id_; }

 private:
  // An open file descriptor that closes itself.
  class File {
   public:
    File() = default;
    explicit File(int number) : number_(number) {}
    File(File&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    File& operator=(File&& other) noexcept;
    ~File();
    int number() const { return number_; }
    bool open() const { return number_ >= 0; }

   private:
    int number_ = -1;
  };
  struct Pipe {
    File read;
    File write;
  };

  ChildProcess() = default;
  static Result<Pipe> make_pipe();
  [[noreturn]] static void become(const ProcessCall&, char* const* arguments, int in, int out,
                                  int err, int report, pid_t parent);
  void write_pending();
  void read_errors();
  bool has_ended() const;
  bool ended_by(Clock::time_point deadline) const;

  pid_t id_ = -1;  // -1 when it has ended and been waited for
  File input_;     // its standard input: we write
  File output_;
  File errors_;
  std::string pending_;  // not yet taken by the pipe
  LineSplitter lines_;
  std::array<char, 65536> chunk_;
  Clock::time_point chunk_time_{};
  std::string error_tail_;
  bool output_ended_ = false;
  bool input_ended_ = false;  // by the engine
};

}  // namespace tabiya
