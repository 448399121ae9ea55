// Where long texts come from: a file, a stream or a string, one piece at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace tabiya {

class TextSource {
 public:
  virtual ~TextSource() = default;

  // Writes at least one byte to the front of the buffer and says how many; 0 at the end of the
  // text. The error is a sentence for people. Precondition: the buffer is not empty.
  virtual Result<std::size_t> read(std::span<char> buffer) = 0;
};

// A text in memory, which has to outlive this.
class StringSource : public TextSource {
 public:
  explicit StringSource(std::string_view text) : text_(text) {}
  Result<std::size_t> read(std::span<char> buffer) override;

 private:
  std::string_view text_;
};

class StreamSource : public TextSource {
 public:
  explicit StreamSource(std::istream& stream) : stream_(stream) {}
  Result<std::size_t> read(std::span<char> buffer) override;

 private:
  std::istream& stream_;
};

// An open file, pipe or terminal. The descriptor stays the caller's.
//
// If there is a `stop`, it is asked before every wait for input and after a signal; as soon as it
// says true, the text is over.
class FileSource : public TextSource {
 public:
  explicit FileSource(int descriptor, std::function<bool()> stop = {})
      : descriptor_(descriptor), stop_(std::move(stop)) {}
  Result<std::size_t> read(std::span<char> buffer) override;

 private:
  int descriptor_;
  std::function<bool()> stop_;
};

}  // namespace tabiya
