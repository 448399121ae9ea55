// Where games between engines begin: openings from a list, or random ones.
//
// What a round of a match or a game of self-play gets depends only on the settings and its number,
// so that a match which is resumed has the same openings. May be asked from every thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "chess/chess960.h"
#include "chess/move.h"
#include "chess/position.h"
#include "notation/pgn_comment.h"

namespace tabiya {

// A position, and moves that are played before they do.
struct Opening {
  Position start = Position::start();
  std::vector<Move> moves{};  // legal, one after the other
  bool operator==(const Opening&) const = default;
};

class OpeningBook {
 public:
  enum class Order : std::uint8_t { AsListed, Shuffled };

  // Begins again after the last one. Precondition: the list is not empty.
  static OpeningBook listed(std::vector<Opening>, Order, std::uint64_t seed);

  // N random half-moves from the start position; in Chess960 from a random start position, none of
  // them twice before all 960 have been. Balanced as far as material goes: neither side is in
  // check, and after the captures that stand on the board neither is more than half a pawn ahead.
  static OpeningBook random(Variant, std::size_t plies, std::uint64_t seed);

  Opening opening(std::size_t round) const;
  // Rounds until an opening comes again; nothing if they are random.
  std::optional<std::size_t> rounds_without_repeat() const;

  static constexpr std::size_t kMostRandomPlies = 60;
  static constexpr int kBalance = 50;  // centipawns

 private:
  OpeningBook() = default;

  std::vector<Opening> starts_;  // in the order of play
  std::size_t random_plies_ = 0;
  std::uint64_t seed_ = 0;
};

// The opening and N random half-moves more. Neither side is in check then, and after the captures
// that stand on the board neither has won or lost more than half a pawn by them. The opening as it
// was if no such moves are found.
Opening with_random_moves(Opening, std::size_t plies, Random&);

// Who is ahead in material, in centipawns from the side to move, once the captures that stand on
// the board are made. Exact if it lies within ±limit; beyond, only that it does. Not an engine:
// good enough to throw away random openings in which something hangs.
int material_after_captures(const Position&, int limit);

}  // namespace tabiya
