// What the fuzz targets share: a way to complain, promises about every error, and positions
// made from bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "chess/chess960.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "notation/error.h"
#include "notation/fen.h"

namespace tabiya::fuzz {

// Ends the run with a sentence; libFuzzer keeps the input.
inline void require(bool promise, std::string_view sentence, std::string_view detail = {}) {
  if (promise) return;
  std::fprintf(stderr, "Broken promise: %.*s\n%.*s\n", static_cast<int>(sentence.size()),
               sentence.data(), static_cast<int>(detail.size()), detail.data());
  std::abort();
}

inline void require_printable(std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    const Character character = character_at(line, at);
    require(character.printable(), "messages are printable", line);
    at += character.bytes.size();
  }
}

inline void require_sound(const NotationError& error, std::string_view text) {
  require(error.at <= text.size(), "an error's place is in the text", error.message);
  require(!error.message.empty(), "an error has a message");
  require(error.message.size() <= 200, "messages are short", error.message);
  require_printable(error.message);

  const std::string pointed = point_at(text, error.at);
  const std::size_t end = pointed.find('\n');
  require(end != std::string::npos && pointed.find('\n', end + 1) == std::string::npos,
          "a text with a caret has two lines", pointed);
  require(pointed.ends_with('^'), "the second line ends in a caret", pointed);
  require_printable(std::string_view(pointed).substr(0, end));
}

// Takes bytes from the front; zeros when there are none left.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return static_cast<std::uint8_t>(c);
  }
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  // Up to the next line end, which is dropped.
  std::string_view line() {
    const std::string_view result = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), result.size() + 1));
    return result;
  }

 private:
  std::string_view rest_;
};

// The first line if it is a FEN. Otherwise two bytes for a start position, one for a number of
// moves, and one for each move: so most bytes make a position that play can reach.
inline Position position_from(Bytes& bytes) {
  Bytes attempt = bytes;
  if (const auto position = parse_fen(attempt.line())) {
    bytes = attempt;
    return *position;
  }
  const int high = bytes.byte();
  const int start = high << 8 | bytes.byte();
  Position position = start < 0x4000   ? Position::start()
                      : start < 0xC000 ? chess960_start(start % 960)
                                       : double_chess960_start(start % 960, start / 960 * 7 % 960);
  for (int left = bytes.byte(); left > 0; --left) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    position.play(moves[bytes.byte() % moves.size()]);
  }
  return position;
}

}  // namespace tabiya::fuzz
