// The player's lines: edited and remembered on a terminal, taken as they come elsewhere.
#pragma once

#include <memory>
#include <string>

namespace tabiya {

class Interrupt;
class LineReader;

class Input {
 public:
  enum class Outcome { Line, End, Cancelled };  // Cancelled: by a signal; ask what it was

  // Reads standard input. If that and standard output are terminals, lines can be edited, and
  // those of earlier days come back with the arrow keys.
  explicit Input(const Interrupt&);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  bool is_terminal() const;
  // The prompt is written in any case, unless it is empty.
  Outcome read(const std::string& prompt);
  const std::string& line() const { return line_; }

 private:
  class Editor;  // libedit, which nothing else here sees

  Outcome read_plainly(const std::string& prompt);

  std::unique_ptr<Editor> editor_;  // none: not a terminal
  std::unique_ptr<LineReader> plain_;
  std::string line_;
};

}  // namespace tabiya
