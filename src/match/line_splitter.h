// Bytes in, lines out, in bounded memory: of a line without an end only the beginning is kept.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tabiya {

class LineSplitter {
 public:
  // No line that means something to a match is this long; a very long "info pv" may be.
  static constexpr std::size_t kLongestLine = 16384;

  // Precondition: next() has said that there is no line left. The bytes have to stay where they
  // are until it says so again.
  void feed(std::string_view bytes) { fresh_ = bytes; }

  // The next whole line without its end, cut at kLongestLine; valid until the next call.
  std::optional<std::string_view> next() {
    if (begun_is_used_) {
      begun_.clear();
      begun_is_used_ = false;
    }
    const std::size_t end = fresh_.find('\n');
    const std::string_view part = fresh_.substr(0, end);
    if (end == fresh_.npos) {
      keep(part);
      fresh_ = {};
      return std::nullopt;
    }
    fresh_.remove_prefix(end + 1);
    if (begun_.empty()) return without_return(part.substr(0, kLongestLine));
    keep(part);
    begun_is_used_ = true;
    return without_return(begun_);
  }

 private:
  void keep(std::string_view part) { begun_ += part.substr(0, kLongestLine - begun_.size()); }

  static std::string_view without_return(std::string_view line) {
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }

  std::string_view fresh_{};
  std::string begun_;           // a line whose end has not come yet
  bool begun_is_used_ = false;  // it was handed out
};

}  // namespace tabiya
