// Where castling takes king and rook. The same for standard chess and Chess960: whatever
// the start squares, the king ends on the g or c file and the rook beside it.
#pragma once

#include <array>
#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"

namespace tabiya {

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
