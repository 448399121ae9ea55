// Running a program as a user would, and looking at what came out.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace tabiya::test {

struct Finished {
  int exit_code = -1;  // -1 if a signal ended it
  int signal = 0;      // the signal that ended it, or 0
  std::string out;
  std::string err;
};

struct Call {
  std::vector<std::string> arguments;  // the first one is the program; it is looked for in PATH
  std::string input{};                 // what it reads from standard input
  std::map<std::string, std::string> environment{};  // added to our own
};

// A program that runs.
class Process {
 public:
  explicit Process(const Call& call);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  bool is_running() const;
  // Until the condition holds; false if the process ended before. It has no deadline of its own:
  // machines may be slow, and ctest ends what hangs.
  bool wait_until(const std::function<bool()>& condition) const;
  Finished wait();

 private:
  pid_t id_ = -1;
  int out_ = -1;
  int err_ = -1;
};

// Runs to the end.
Finished run(const Call& call);

// Our own program, the one this build made.
Finished run_tabiya(const std::vector<std::string>& arguments, const std::string& input = {});

// Waits until something is so, at most a minute: a loaded machine takes its time.
template <class Condition>
bool comes_true(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (std::chrono::steady_clock::now() < deadline) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

// What a process, or a thread, does now: it has a handler for the signal; it waits for something.
bool catches(pid_t, int signal);
bool sleeps(pid_t);

// Processes whose command line begins with the name of the program and has this text in it.
int running(const std::string& program, const std::string& text);

}  // namespace tabiya::test
