// Why a text was not understood or not accepted: a kind for programs, a place in the text,
// and a sentence for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tabiya {

struct NotationError {
  enum class Kind : std::uint8_t {
    // FEN and EPD, by field
    FieldCount,
    Placement,
    SideToMove,
    Castling,
    EnPassant,
    HalfmoveClock,
    FullmoveNumber,
    IllegalPosition,
    Operation,  // EPD
    // Moves
    MoveFormat,
    NoPieceThere,
    NotYourTurn,
    IllegalMove,
    KingInCheck,
    AmbiguousMove,
    GameOver,
    // PGN
    Tag,
    MoveText,
    Unterminated,
  };

  Kind kind;
  std::size_t at;  // offset into the text
  std::string message;
};

// The text with a caret under the offending character:
//
//   8/8/8/x7 w - -
//         ^
std::string point_at(std::string_view text, std::size_t at);

}  // namespace tabiya
