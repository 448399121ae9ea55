// Moves as places in a policy network's output: 4168 = 64·64 + 3·8·3.
//
//   from · 64 + to                                        every move, promotion to a queen included
//   4096 + piece · 24 + file · 3 + direction              promotion to knight 0, bishop 1, rook 2,
//                                                         from a file, to the left 0, ahead 1,
//                                                         right 2
//
// Ranks are counted from the mover's side; files are not swapped, so left is towards the a file.
// Castling is the king's two-square step in standard chess, and the king to its own rook's square
// in Chess960, where the step might be an ordinary one.
#pragma once

#include <optional>

#include "chess/chess960.h"
#include "chess/move.h"
#include "chess/position.h"

namespace tabiya {

inline constexpr int kPolicySize = 4168;

// Different for different legal moves of a position. Castling that standard chess does not know
// (king off the e file, rook off the corner) is written as in Chess960, whatever the variant.
int policy_index(Move, Color mover, Variant);

// The legal move of this position that has the index; nothing for all other numbers.
std::optional<Move> move_of_policy_index(int index, const Position&, Variant);

// What an index stands for, whether or not such a move is legal or possible at all.
struct PolicyMeaning {
  Square from;
  // Nothing if an underpromotion would leave the board, to the left of the a file or to the right
  // of the h file: six indices that belong to no move.
  std::optional<Square> to;
  std::optional<PieceType> underpromotion;  // knight, bishop or rook

  bool operator==(const PolicyMeaning&) const = default;
};
// On the real board, as this mover has it. Precondition: 0 <= index < kPolicySize.
PolicyMeaning meaning_of_policy_index(int index, Color mover);

}  // namespace tabiya
