// The opening of each round of a match or of each game of self-play: from a list, or made by
// chance.
//
// What a round gets depends only on the settings and the round's number, so that a match which
// goes on later goes on with the same openings. May be asked from every thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "notation/pgn_comment.h"
#include "openings/opening.h"

namespace tabiya {

class OpeningBook {
 public:
  enum class Order : std::uint8_t { AsListed, Shuffled };

  // Begins again after the last one. Precondition: the list is not empty.
  static OpeningBook listed(std::vector<Opening>, Order, std::uint64_t seed);

  // So many random half-moves from the start position; in Chess960 from a start position drawn by
  // lot, none of them twice before all 960 have been. Balanced as far as material goes: nobody is
  // in check, and after the captures that stand on the board neither side is more than half a
  // pawn ahead.
  static OpeningBook random(Variant, std::size_t plies, std::uint64_t seed);

  Opening opening(std::size_t round) const;
  // Rounds until an opening comes again; nothing if chance makes them.
  std::optional<std::size_t> rounds_without_repeat() const;

  static constexpr std::size_t kMostRandomPlies = 60;
  static constexpr Centipawns kBalance{50};

 private:
  OpeningBook() = default;

  std::vector<Opening> starts_;  // in the order of play
  std::size_t random_plies_ = 0;
  std::uint64_t seed_ = 0;
};

// The opening and N random half-moves more. Neither side is in check then, and after the captures
// that stand on the board nobody has won or lost more than half a pawn by them. The opening as it
// was if no such moves are found.
Opening with_random_moves(Opening, std::size_t plies, Random&);

}  // namespace tabiya
