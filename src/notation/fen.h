// FEN: a position as one line of text.
//
//   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//
// Six fields, or the first four (clocks 0 and 1). Castling rights are read as KQkq, in X-FEN
// (a file letter where KQkq would be ambiguous) and as Shredder-FEN (file letters throughout).
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "notation/error.h"

namespace tabiya {

inline constexpr std::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::expected<Position, NotationError> parse_fen(std::string_view);

// For files that others wrote: castling rights, en-passant squares and clocks that cannot be
// are dropped with a warning instead of refused.
struct LenientFen {
  Position position;
  std::vector<std::string> warnings;
};
std::expected<LenientFen, NotationError> parse_fen_leniently(std::string_view);

struct FenStyle {
  // The en-passant square after every double push, as the standard has it, or only if a
  // capture there is legal.
  enum class EnPassant : std::uint8_t { Always, IfLegal } en_passant = EnPassant::Always;
  // KQkq, with X-FEN's file letters only where that would be ambiguous; or file letters.
  enum class Castling : std::uint8_t { XFen, Shredder } castling = Castling::XFen;
};

std::string to_fen(const Position&, FenStyle = {});

// The first four fields, which EPD lines begin with.
std::string to_fen_fields(const Position&, FenStyle = {});

}  // namespace tabiya
