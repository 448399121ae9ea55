// What the text of a SAN move says, before anyone asks whether it can be played.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string_view>

#include "chess/castling.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

struct SanText {
  std::optional<PieceType> piece{};  // nothing: a pawn, or whatever stands on a full from-square
  std::optional<File> from_file{};
  std::optional<Rank> from_rank{};
  Square to = Square::A1;
  std::optional<PieceType> promotion{};
  std::optional<Wing> castling{};

  std::optional<Square> from() const {
    if (!from_file || !from_rank) return std::nullopt;
    return square_at(*from_file, *from_rank);
  }
};

// Reads a move as strictly written or as people write it:
//
//   move      = (castling | [piece] [file] [rank] [x] square [promotion]) {mark}
//   castling  = "O-O" | "O-O-O" | "OO" | "OOO", in zeros or small letters too
//   x         = "x" | "-" | ":"
//   promotion = Q | "=" Q | "/" Q | "(" Q ")"     where Q is one of QRBNqrbn
//   mark      = "+" | "#" | "!" | "?" | "=" | [" "] "e.p." | [" "] "ep"
//
// If it is none, the offset of the first character that does not fit.
std::expected<SanText, std::size_t> read_san(std::string_view text);

}  // namespace tabiya
