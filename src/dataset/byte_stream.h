// Bytes written one after another, and read back without trust in any of them.
//
// Numbers are varints: seven bits a byte, the lowest first, the eighth bit says that more follow.
// Signed ones are zigzag: 0, −1, 1, −2, … become 0, 1, 2, 3, …
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tabiya {

class ByteWriter {
 public:
  explicit ByteWriter(std::vector<std::byte>& out) : out_(out) {}

  void byte(std::uint8_t value) { out_.push_back(std::byte{value}); }
  void number(std::uint64_t value) {
    for (; value >= 128; value >>= 7) byte(static_cast<std::uint8_t>(value | 128));
    byte(static_cast<std::uint8_t>(value));
  }
  void difference(std::int64_t value) {
    number(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63));
  }
  void text(std::string_view value) {
    number(value.size());
    const auto bytes = std::as_bytes(std::span(value));
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }

 private:
  std::vector<std::byte>& out_;
};

// The first failure stays and stops the reader: everything read after it is zero or empty, so that
// callers look at failed() when it suits them.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::size_t at() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  bool failed() const { return failure_ != nullptr; }
  std::size_t failed_at() const { return failed_at_; }
  const char* failure() const { return failure_; }  // a sentence without place

  void fail(const char* why) { fail(why, at_); }
  void fail(const char* why, std::size_t at) {
    if (failed()) return;
    failure_ = why;
    failed_at_ = at;
    at_ = bytes_.size();
  }

  std::uint8_t byte() {
    if (at_ == bytes_.size()) {
      fail("the record ends too soon");
      return 0;
    }
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  // At most `highest`, or it fails with that sentence.
  std::uint64_t number(std::uint64_t highest, const char* too_high) {
    const std::size_t first = at_;
    const std::uint8_t low = byte();
    if (low < 128) {
      if (low <= highest) return low;
      fail(too_high, first);
      return 0;
    }
    return long_number(low, first, highest, too_high);
  }
  std::int64_t difference() {
    const std::uint64_t value = number(UINT32_MAX, "a difference is out of range");
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
  }
  std::string_view text(std::size_t longest, const char* too_long) {
    const std::size_t size = number(longest, too_long);
    if (size > left()) {
      fail("the record ends within a text");
      return {};
    }
    const auto* const data = reinterpret_cast<const char*>(bytes_.data() + at_);
    at_ += size;
    return {data, size};
  }

 private:
  std::uint64_t long_number(std::uint8_t low, std::size_t first, std::uint64_t highest,
                            const char* too_high) {
    std::uint64_t value = low & 127U;
    for (int shift = 7; shift < 63; shift += 7) {
      const std::uint8_t next = byte();
      if (failed()) return 0;
      value |= std::uint64_t{next & 127U} << shift;
      if (next >= 128) continue;
      if (next == 0)  // so that there is one way to write a number, and one checksum of a game
        fail("a number is longer than need be", first);
      else if (value > highest)
        fail(too_high, first);
      return failed() ? 0 : value;
    }
    fail(too_high, first);
    return 0;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  const char* failure_ = nullptr;
  std::size_t failed_at_ = 0;
};

}  // namespace tabiya
