// Some positions out of a file, each with the game that led to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/result.h"
#include "chess/game.h"

namespace tabiya {

struct PositionSample {
  std::vector<Game> games;       // what counts is the present of each; it has legal moves
  std::size_t found = 0;         // positions in the file they were chosen from
  std::size_t broken_games = 0;  // left out
};

// At most this many, each position of the file with the same chance. PGN if the name ends in .pgn,
// positions in EPD or FEN otherwise; of these a wrong one refuses the file, and the error names its
// line. Ends early, with what it has, when interrupted.
Result<PositionSample> sample_positions(const std::string& file, std::size_t most,
                                        std::uint64_t seed, const Interrupt&);

}  // namespace tabiya
