// A board as it is described, legal or not. It becomes a Position only if it is legal.
//
// FEN readers and board editors fill a Setup; Position::from() judges it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

// Where both clocks stop, so that every position that can be reached can be written and read.
inline constexpr std::uint32_t kHighestClock = 65535;

struct Setup {
  std::array<std::optional<Piece>, kSquares> board{};
  Color side_to_move = Color::White;
  Bitboard castling_rooks{};           // the rooks that may still castle
  std::optional<Square> en_passant{};  // the square a pawn has just passed
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;

  std::optional<Piece>& operator[](Square square) {
    return board[static_cast<std::size_t>(square)];
  }
  const std::optional<Piece>& operator[](Square square) const {
    return board[static_cast<std::size_t>(square)];
  }
  bool operator==(const Setup&) const = default;
};

// Why a setup is not a legal position.
struct SetupError {
  enum class Kind : std::uint8_t {
    NoKing,             // color
    SeveralKings,       // color
    PawnOnBackRank,     // square
    TooManyPawns,       // color
    TooManyPieces,      // color
    OpponentInCheck,    // color: the side not to move, square: its king
    CastlingRook,       // square: no rook of the right colour there
    CastlingKing,       // color: its king is not on its back rank
    CastlingWing,       // color: two rooks on one side of the king
    EnPassantRank,      // square
    EnPassantOccupied,  // square: the target or the square the pawn came from
    EnPassantPawn,      // square: no pawn in front of the target
  };

  Kind kind;
  Color color = Color::White;
  Square square = Square::A1;

  std::string message() const;
  bool operator==(const SetupError&) const = default;
};

}  // namespace tabiya
