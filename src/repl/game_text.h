// A game as text for the terminal: the board, scores, moves, how it ended.
#pragma once

#include <span>
#include <string>

#include "chess/game.h"
#include "chess/position.h"
#include "chess/setup.h"
#include "notation/board_text.h"
#include "search/search.h"

namespace tabiya {

// The board, the material and who is to move:
//
//   8 ♜♞♝♛♚♝♞♜
//   …
//     abcdefgh
//
//     material: 481 (0)
//     white is moving
std::string board_and_material(const Setup&, BoardStyle);

// "checkmate, white wins", "draw by stalemate"
std::string outcome_text(const Outcome&);

// From White's view: "+0.31", "-12.00", "+M3" (White mates in 3), "-M1".
std::string score_text(Score, Color to_move);

// "12. Nf3 Nc6 13. Bb5": as many moves as fit into that many columns.
std::string moves_text(const Position&, std::span<const Move>, std::size_t columns);

// Material as the terminal program counts it: all that is on the board, and White's advantage. A
// king counts as 200.
struct MaterialCount {
  double all = 0;
  double advantage = 0;
};
MaterialCount material_count(const Setup&);

}  // namespace tabiya
