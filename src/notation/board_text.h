// A position as a picture made of text.
//
//   8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
//   7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
//   6 . . . . . . . .
//     …
//     a b c d e f g h
#pragma once

#include <string>

#include "chess/position.h"
#include "chess/setup.h"

namespace tabiya {

struct BoardStyle {
  bool unicode = true;  // chess symbols; otherwise the letters of FEN
  bool color = false;   // coloured squares by ANSI sequences
  bool narrow = false;  // no blanks between the squares, unless they are coloured
  Color bottom = Color::White;
};

std::string board_text(const Position&, BoardStyle = {});
// A board on which anything may stand.
std::string board_text(const Setup&, BoardStyle = {});

}  // namespace tabiya
