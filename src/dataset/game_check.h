// Whether what a record says of its end is what happened on the board.
#pragma once

#include <optional>
#include <string>

#include "dataset/recorded_game.h"

namespace tabiya {

// Plays the game and looks at its end: what is wrong, as a sentence, or nothing. Endings that only
// players can bring about (resignation, agreement, time) cannot be checked, but a winner they must
// have or must not have.
std::optional<std::string> wrong_end_of(const RecordedGame&);

// How the game ended by the rules alone, if it did.
std::optional<Outcome> outcome_on_board(const RecordedGame&);

}  // namespace tabiya
