// Chess960 start positions by their usual number, 0 to 959; 518 is standard chess.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/random.h"
#include "chess/piece.h"
#include "chess/position.h"

namespace tabiya {

enum class Variant : std::uint8_t { Standard, Chess960 };

inline constexpr int kChess960Positions = 960;

using BackRank = std::array<PieceType, 8>;  // from the a to the h file

// Preconditions: 0 <= number < 960.
BackRank chess960_back_rank(int number);
Position chess960_start(int number);
Position double_chess960_start(int white, int black);  // a row of its own for each side
Position random_chess960_start(Random&);

// The number of a back rank; nothing if it is not one of the 960.
std::optional<int> chess960_number(const BackRank&);

// True if castling in this position cannot be told in standard chess: a king off the e file
// or a castling rook off the corner.
bool needs_chess960(const Position&);

}  // namespace tabiya
