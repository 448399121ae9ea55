// The bytes of a checkpoint: which trainer's it is and of which format, then whatever that trainer
// keeps, then a checksum of all before. Numbers are little endian; a text is its length (u32) and
// its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/result.h"
#include "dataset/shuffle.h"

namespace tabiya {

struct CheckpointKind {
  std::string_view magic;    // the first eight bytes
  std::uint32_t version;     // the only one that is read
  std::string_view trainer;  // the command, for people
};

class CheckpointWriter {
 public:
  explicit CheckpointWriter(const CheckpointKind&);

  // About this many more bytes will come.
  void reserve(std::size_t bytes) { bytes_.reserve(bytes_.size() + bytes); }

  template <class Number>
    requires std::is_arithmetic_v<Number>
  void number(Number value) {
    raw(std::as_bytes(std::span(&value, 1)));
  }
  void text(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    raw(std::as_bytes(std::span(text)));
  }
  void floats(std::span<const float> values) { raw(std::as_bytes(values)); }
  void doubles(std::span<const double>);  // how many (u32), and they
  void cursor(const ShuffleCursor&);

  std::vector<std::byte> sealed() &&;

 private:
  void raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  std::vector<std::byte> bytes_;
};

// Believes nothing. After the first thing that is not there all answers are zero or empty, and
// is_whole() is false.
class CheckpointReader {
 public:
  // The file has to stay. The error is the end of a sentence that began with the file's name.
  static Result<CheckpointReader> open(std::span<const std::byte> file, const CheckpointKind&);

  template <class Number>
    requires std::is_arithmetic_v<Number>
  Number number() {
    Number value{};
    take(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  std::string text();
  std::vector<float> floats(std::uint64_t count);
  void floats(std::span<float> out) { take(std::as_writable_bytes(out)); }
  std::vector<double> doubles();
  ShuffleCursor cursor();

  // How many things of that size follow, if the file is long enough for them; otherwise none.
  std::size_t lasting(std::uint64_t count, std::size_t size = 1);

  bool failed() const { return failed_; }
  // Everything was there, and there is no more.
  bool is_whole() const { return !failed_ && rest_.empty(); }

 private:
  explicit CheckpointReader(std::span<const std::byte> rest) : rest_(rest) {}
  void take(std::span<std::byte> out);

  std::span<const std::byte> rest_;
  bool failed_ = false;
};

}  // namespace tabiya
