// Why a text was not understood or not accepted: a kind for programs, a place in the text,
// and a sentence for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/move.h"
#include "chess/position.h"

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
  std::size_t at;       // offset into the text; its end if something is missing there
  std::string message;  // printable, at most some 200 bytes
};

// The text with a caret under the offending character:
//
//   8/8/8/x7 w - -
//         ^
//
// Of a long text only the part around the caret. Unprintable bytes become question marks.
std::string point_at(std::string_view text, std::size_t at);

// Says why a move cannot be played, in the words of a chess player.

// For a text that is no move at all; `misfit` is where it goes wrong, its end if it is too short.
NotationError explain_format(std::string_view text, std::size_t misfit, std::string_view examples);

// Precondition: no legal move of the position goes from `from` to `to` with this promotion.
NotationError explain_refusal(const Position&, Square from, Square to,
                              std::optional<PieceType> promotion);

// Precondition: castling on this wing is not legal.
NotationError explain_castling_refusal(const Position&, Wing);

}  // namespace tabiya
