// Where long texts come from: a file, a stream or a string, one piece at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// A window that slides over a long text: what was loaded and not yet dropped lies in one piece
// of memory. It is as large as what the caller keeps, not as the text.
class TextWindow {
 public:
  static constexpr std::size_t kChunk = std::size_t{1} << 17;

  explicit TextWindow(TextSource& source) : source_(source), buffer_(2 * kChunk) {}

  // What is loaded. A byte that is no part of the text, '\0', follows it in memory, so that a
  // scan for the end of a word needs no second condition. Valid until load() or drop().
  std::string_view text() const { return {buffer_.data() + begin_, end_ - begin_}; }
  std::size_t size() const { return end_ - begin_; }

  // The byte that far ahead, '\0' if it is not loaded.
  char operator[](std::size_t i) const { return i < size() ? buffer_[begin_ + i] : '\0'; }

  // Loads more behind what is there; false at the end of the text.
  bool load();
  // Loads until this much is there, or everything that is left.
  void want(std::size_t count) {
    while (size() < count && load()) {
    }
  }

  // Precondition: count <= size().
  void drop(std::size_t count) { begin_ += count; }

  // Bytes dropped since the beginning of the text.
  std::uint64_t dropped() const { return moved_ + begin_; }

  bool at_end() const { return at_end_; }  // nothing is left to be loaded
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  void translate_line_ends(std::size_t from);

  TextSource& source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t moved_ = 0;  // bytes of the text in front of the buffer
  bool at_end_ = false;
  std::optional<bool> carriage_returns_only_;  // known after the first line
  std::optional<std::string> failure_;
};

}  // namespace tabiya
