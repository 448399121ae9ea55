// A move in 16 bits, meaningful only beside the position it belongs to.
//
//   15 14 | 13 12 | 11 … 6 | 5 … 0
//   kind  | promo |  from  |  to
//
// Castling is king-takes-own-rook, so Chess960 needs no special case; only `notation`
// and the policy index know how castling is written elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

class Move {
 public:
  enum class Kind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

  // Uninitialised, so that a list of moves costs nothing to make.
  Move() = default;

  static constexpr Move normal(Square from, Square to) { return {Kind::Normal, 0, from, to}; }
  static constexpr Move en_passant(Square from, Square to) {
    return {Kind::EnPassant, 0, from, to};
  }
  static constexpr Move castling(Square king, Square rook) {
    return {Kind::Castling, 0, king, rook};
  }
  static constexpr Move promotion(Square from, Square to, PieceType into) {
    return {Kind::Promotion, index(into) - index(PieceType::Knight), from, to};
  }

  // Any 16 bits, as they come out of a file or a hash table: check with is_legal() before playing.
  static constexpr Move from_bits(std::uint16_t bits) { return Move(bits); }
  constexpr std::uint16_t bits() const { return bits_; }

  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 14); }
  constexpr Square from() const { return square_at(bits_ >> 6 & 63); }
  constexpr Square to() const { return square_at(bits_ & 63); }
  constexpr std::optional<PieceType> promotes_to() const {
    if (kind() != Kind::Promotion) return std::nullopt;
    return static_cast<PieceType>((bits_ >> 12 & 3) + index(PieceType::Knight));
  }

  constexpr bool operator==(const Move&) const = default;

 private:
  constexpr explicit Move(std::uint16_t bits) : bits_(bits) {}
  constexpr Move(Kind kind, int promo, Square from, Square to)
      : bits_(static_cast<std::uint16_t>(static_cast<int>(kind) << 14 | promo << 12 |
                                         index(from) << 6 | index(to))) {}

  std::uint16_t bits_;
};

static_assert(sizeof(Move) == 2);

// Where castling takes king and rook. The same for standard chess and Chess960: whatever
// the start squares, the king ends on the g or c file and the rook beside it.
enum class Wing : std::uint8_t { Queenside, Kingside };

inline constexpr std::array kWings{Wing::Kingside, Wing::Queenside};

constexpr Wing wing_of(Square king, Square rook) {
  return rook < king ? Wing::Queenside : Wing::Kingside;
}

constexpr Square king_after_castling(Color color, Wing wing) {
  return relative(color, wing == Wing::Kingside ? Square::G1 : Square::C1);
}

constexpr Square rook_after_castling(Color color, Wing wing) {
  return relative(color, wing == Wing::Kingside ? Square::F1 : Square::D1);
}

}  // namespace tabiya
