// A program that is talked to: what is said next depends on what it has answered.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya::test {

class Conversation {
 public:
  enum class Over { Pipes, Terminal };

  // The first argument is the program. Over a terminal, what it writes to standard error comes
  // together with its output, as on a screen.
  explicit Conversation(const std::vector<std::string>& arguments, Over = Over::Pipes,
                        const std::map<std::string, std::string>& environment = {});
  ~Conversation();  // kills it if it still runs
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  void say(std::string_view text);  // as it is: add the line end
  void end_input();                 // only over pipes

  // Waits until the program has written this, and returns what came up to its end; that is not
  // looked at again. Throws with what came instead if the program ends, or after a minute: long
  // enough for a machine that is busy.
  std::string expect(std::string_view text);

  // What it writes until it ends, and its exit code (-1 if a signal ended it).
  std::string rest();
  int exit_code();

  pid_t id() const { return id_; }

 private:
  bool read_more(std::chrono::steady_clock::time_point deadline);

  pid_t id_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string heard_;  // and not yet taken by expect()
};

}  // namespace tabiya::test
