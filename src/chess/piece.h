// Colours, piece types and pieces.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/square.h"

namespace tabiya {

enum class Color : std::uint8_t { White, Black };

inline constexpr std::array kColors{Color::White, Color::Black};

constexpr int index(Color color) { return static_cast<int>(color); }
constexpr Color operator!(Color color) { return static_cast<Color>(index(color) ^ 1); }

constexpr std::string_view name(Color color) { return color == Color::White ? "white" : "black"; }

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };

inline constexpr std::array kPieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                        PieceType::Rook, PieceType::Queen,  PieceType::King};
inline constexpr std::array kPromotions{PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                        PieceType::Knight};

constexpr int index(PieceType type) { return static_cast<int>(type); }

constexpr std::string_view name(PieceType type) {
  constexpr std::array<std::string_view, 6> names{"pawn", "knight", "bishop",
                                                  "rook", "queen",  "king"};
  return names[static_cast<std::size_t>(type)];
}

// A piece type with its colour, in one byte.
class Piece {
 public:
  static constexpr int kCount = 16;  // size of a table indexed by index(piece)

  constexpr Piece(Color color, PieceType type)
      : value_(static_cast<std::uint8_t>(index(color) << 3 | index(type))) {}

  // The piece whose index() this is.
  static constexpr Piece at(int index) {
    return Piece(static_cast<Color>(index >> 3), static_cast<PieceType>(index & 7));
  }

  constexpr Color color() const { return static_cast<Color>(value_ >> 3); }
  constexpr PieceType type() const { return static_cast<PieceType>(value_ & 7); }
  constexpr bool operator==(const Piece&) const = default;

  friend constexpr int index(Piece piece) { return piece.value_; }

 private:
  std::uint8_t value_;
};

// Lower-case letter as in FEN for black and in UCI promotions.
constexpr char letter(PieceType type) { return "pnbrqk"[index(type)]; }
constexpr char capital(PieceType type) { return "PNBRQK"[index(type)]; }
constexpr char letter(Piece piece) {
  return piece.color() == Color::White ? capital(piece.type()) : letter(piece.type());
}

constexpr std::optional<PieceType> piece_type_from_capital(char c) {
  for (PieceType type : kPieceTypes)
    if (c == capital(type)) return type;
  return std::nullopt;
}

constexpr std::optional<Piece> piece_from(char c) {
  for (PieceType type : kPieceTypes) {
    if (c == capital(type)) return Piece(Color::White, type);
    if (c == letter(type)) return Piece(Color::Black, type);
  }
  return std::nullopt;
}

// Ranks as a player counts them: a white pawn starts on its second rank, so does a black one.
constexpr Rank relative(Color color, Rank rank) {
  return static_cast<Rank>(color == Color::White ? index(rank) : 7 - index(rank));
}
constexpr Square relative(Color color, Square square) {
  return color == Color::White ? square : mirrored(square);
}

// Index step of a pawn's push.
constexpr int pawn_step(Color color) { return color == Color::White ? 8 : -8; }

}  // namespace tabiya
