// A window that slides over a long text: what was loaded and not yet dropped lies in one piece
// of memory. It is as large as what the caller keeps, not as the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/text_source.h"

namespace tabiya {

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
