// How wrong the network's evaluation has been where the pawns, or one side's pieces, stood as they
// do now: what search found minus what the network said.
#pragma once

#include <array>
#include <cstddef>

#include "chess/position.h"
#include "search/alphabeta/history.h"
#include "search/alphabeta/value.h"

namespace tabiya {

class CorrectionHistory {
 public:
  // In centipawns, to be added to the network's evaluation.
  Value correction(const Position&) const;

  // A search to that depth found the evaluation to be wrong by that many centipawns.
  void learn(const Position&, Value error, int depth);

 private:
  static constexpr int kSizeBits = 14;
  using Part = std::array<HistoryEntry, std::size_t{1} << kSizeBits>;
  using Slots = std::array<std::size_t, 3>;  // by pawns, by white's pieces, by black's

  static Slots slots_of(const Position&);

  std::array<std::array<Part, 3>, 2> parts_{};  // for white and for black to move
};

}  // namespace tabiya
