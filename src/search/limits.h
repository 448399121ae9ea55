// What a search may use, and how much of it the caller wants to hear.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "chess/move.h"
#include "chess/piece.h"

namespace tabiya {

using Milliseconds = std::chrono::milliseconds;

struct PlayerClock {
  std::optional<Milliseconds> left;  // none: this player has no clock
  Milliseconds increment{0};         // added after each move
};

// Nothing set: search until told to stop. Several set: the first reached ends the search.
struct SearchLimits {
  PlayerClock white;
  PlayerClock black;
  std::optional<int> moves_to_go;  // until more time comes; none: the rest of the game
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> soft_nodes;  // begin no further iteration after this many
  std::optional<int> mate;                  // a mate in that many moves is enough
  bool infinite = false;                    // do not return before a stop, whatever else is known
  bool ponder = false;                      // the same until the ponder hit; then the clocks count
  std::stop_token ponder_hit;               // requested when the expected move was played
  std::vector<Move> search_moves;           // only these at the root; empty: all legal moves

  int multi_pv = 1;                // how many best moves to report
  Milliseconds move_overhead{10};  // lost between the engine and its clock at each move

  const PlayerClock& clock(Color color) const { return color == Color::White ? white : black; }
};

}  // namespace tabiya
