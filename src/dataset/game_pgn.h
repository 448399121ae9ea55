// Training games from PGN, and as PGN.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "dataset/recorded_game.h"
#include "notation/pgn_game.h"

namespace tabiya {

// Whose position an evaluation behind a move ([%eval …]) is about.
enum class PgnEvalOf : std::uint8_t {
  PositionAfter,  // as analysts write it: the one the move leads to
  PositionBefore  // as engines in matches report it: the one they thought about
};

// Evaluations become scores. The result is what the file says, unless the last position decides it;
// the ending is told if the board shows it or the tag Termination names it.
RecordedGame recorded_from(const PgnGame&, PgnEvalOf = PgnEvalOf::PositionAfter);

// Scores become evaluations behind the move that led to their position, as analysts write them;
// that of the first position stands before the first move. Chances and visits are not written.
PgnGame pgn_from(const RecordedGame&);

}  // namespace tabiya
