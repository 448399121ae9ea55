// Material as the terminal program counts it: all that is on the board, and White's advantage.
#pragma once

#include <array>
#include <string>

#include "chess/setup.h"

namespace tabiya {

struct MaterialCount {
  double all = 0;
  double advantage = 0;  // of White
};

constexpr double material_value(PieceType type) {
  constexpr std::array values{1.0, 3.25, 3.5, 5.0, 9.0, 200.0};
  return values[static_cast<std::size_t>(type)];
}

constexpr MaterialCount material_count(const Setup& setup) {
  MaterialCount count;
  for (const std::optional<Piece>& piece : setup.board) {
    if (!piece) continue;
    const double value = material_value(piece->type());
    count.all += value;
    count.advantage += piece->color() == Color::White ? value : -value;
  }
  return count;
}

}  // namespace tabiya
