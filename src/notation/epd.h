// EPD: a position and what is known or asked about it, on one line.
//
//   r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - bm Bd3; id "opening 3";
//
// Four fields as in FEN, then operations: an opcode, its operands, a semicolon. Two more forms
// that people use are read as well: all six fields of FEN before the operations, and operations
// that begin with a semicolon (";D1 20 ;D2 400").
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "notation/error.h"

namespace tabiya {

struct EpdOperand {
  std::string text;
  bool quoted = false;
  bool operator==(const EpdOperand&) const = default;
};

// Either moves or operands: bm, am, pm, sm and pv have moves, all others what stands there.
struct EpdOperation {
  std::string opcode;
  std::vector<EpdOperand> operands{};
  std::vector<Move> moves{};  // legal here; those of pv one after the other
  bool operator==(const EpdOperation&) const = default;
};

struct Epd {
  Position position;                       // with the clocks of hmvc and fmvn
  std::vector<EpdOperation> operations{};  // all but hmvc and fmvn

  // The first operation of that name.
  const EpdOperation* find(std::string_view opcode) const;
  std::vector<Move> moves(std::string_view opcode) const;               // of "bm", "am", "pv" …
  std::optional<std::string_view> text(std::string_view opcode) const;  // of "id", "c0" …
  std::optional<std::int64_t> number(std::string_view opcode) const;    // of "acd", "ce", "D5" …

  bool operator==(const Epd&) const = default;
};

std::expected<Epd, NotationError> parse_epd(std::string_view line);

// A line of a file: nothing if it is blank or a comment, which begins with '#'.
std::expected<std::optional<Epd>, NotationError> parse_epd_line(std::string_view line);

// One line without its end. hmvc and fmvn come first, unless they are 0 and 1.
std::string to_epd(const Epd&);

}  // namespace tabiya
