// Scored positions in random order, for training an NNUE.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "dataset/data_count.h"
#include "dataset/scored_position.h"
#include "dataset/shuffle.h"

namespace tabiya {

// Which positions are left out. All need a score.
struct PositionFilter {
  bool skip_without_result = true;  // else they count as drawn: for training by the score alone
  bool skip_checks = true;          // the player to move is in check
  bool skip_captures = true;  // the move played is a capture or a promotion: such positions are not
                              // quiet, and a network is asked about quiet ones
  int highest_score = 3000;   // centipawns, for either player: beyond, the game is decided
  int first_ply = 0;          // half-moves of the game before
  // Half of the positions in which nobody may castle any more come with left and right exchanged.
  bool mirror = false;
};

class PositionReader {
 public:
  static constexpr std::size_t kStandardChunk = 1'500'000;  // positions: 48 MB

  static Result<PositionReader> open(const ShuffleSettings&, const PositionFilter& = {},
                                     const ShuffleCursor& = {});
  PositionReader(PositionReader&&) noexcept;
  PositionReader& operator=(PositionReader&&) noexcept;
  ~PositionReader();

  // Fills all of it, going on with the next epoch when one ends. It is an error if an epoch has no
  // position at all. Errors name file and place.
  Result<void> read(std::span<ScoredPosition>);
  // Fills as much as this epoch has left and tells how much that was; 0 once at its end, and then
  // the next epoch begins.
  Result<std::size_t> read_within_epoch(std::span<ScoredPosition>);

  const ShuffleCursor& cursor() const;  // where the next read begins
  DataCount count() const;              // of all files, before filters
  std::uint64_t fingerprint() const;    // DataFiles::fingerprint

 private:
  class Impl;
  explicit PositionReader(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tabiya
