// Where a game between engines begins: a position, and moves that are played before they do.
#pragma once

#include <string>
#include <vector>

#include "chess/chess960.h"
#include "chess/move.h"
#include "chess/position.h"

namespace tabiya {

struct Opening {
  Position start = Position::start();
  std::vector<Move> moves{};  // legal, one after the other
  bool operator==(const Opening&) const = default;
};

}  // namespace tabiya
