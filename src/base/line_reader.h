// Lines from an open file, pipe or terminal, as soon as they arrive.
//
// std::getline would do, if it told a signal from the end and a line without end from one that
// fits into memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tabiya {

class Interrupt;

class LineReader {
 public:
  // Games of ten thousand moves fit into a line many times over.
  static constexpr std::size_t kLongestLine = std::size_t{16} << 20;

  // The descriptor stays the caller's. With an interrupt, reading ends when that is requested.
  explicit LineReader(int file, const Interrupt* interrupt = nullptr,
                      std::size_t longest = kLongestLine)
      : file_(file), interrupt_(interrupt), longest_(longest) {}

  enum class Outcome {
    Line,         // read() has put it into line()
    TooLong,      // it was longer than allowed, and is gone
    End,          // nothing more comes
    Interrupted,  // by a signal; what was read of a line is kept for the next call
  };

  // A last line without its end is a line, too.
  Outcome read();
  // Whether there is something to read now: a line, a part of one, or the end.
  bool has_input() const;
  // Without '\n'. Valid until the next read().
  std::string_view line() const { return line_; }

 private:
  bool take_line();

  int file_;
  const Interrupt* interrupt_;
  std::size_t longest_;
  std::string buffer_;      // what was read and not taken
  std::size_t taken_ = 0;   // of the buffer
  std::size_t looked_ = 0;  // up to here there is no line end
  bool skipping_ = false;   // the rest of a line that is too long
  std::string_view line_;
};

}  // namespace tabiya
