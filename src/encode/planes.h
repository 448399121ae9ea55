// A position and its past as the floats a policy network reads: planes of 8×8, one after another.
//
//   each of H steps, newest first   14 planes: own pawns … king, the opponent's pawns … king,
//                                   position seen at least twice, at least three times
//   then, of the present            7 planes: own queenside and kingside castling right, the
//                                   opponent's, half-move clock, move number, zeros
//
// Own means: of the side to move now, for the past too. Within a plane the squares stand in their
// usual order, with ranks counted from that side. docs/encoding.md tells it all.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/game.h"
#include "chess/position.h"
#include "chess/square.h"

namespace tabiya {

// The most steps any network looks back, the present included.
inline constexpr int kMostHistory = 8;

// The past of a position as networks want it: the last positions of the game, newest first, each
// with how often it had occurred by then. They are pointed to, not copied, and must stay alive.
class History {
 public:
  struct Step {
    const Position* position;
    std::uint8_t occurrences;  // in the game so far, this one included; never above 3
  };

  History() = default;
  // The present of the game and what led to it.
  explicit History(const Game& game) {
    for (std::size_t ply = game.length() + 1; ply > 0 && !is_full(); --ply)
      add(game.position_at(ply - 1), game.occurrences_at(ply - 1));
  }

  // Adds the next older position. Precondition: !is_full().
  void add(const Position& position, int occurrences) {
    assert(!is_full());
    steps_[size_++] = {&position, static_cast<std::uint8_t>(occurrences < 3 ? occurrences : 3)};
  }

  bool is_full() const { return size_ == steps_.size(); }
  std::span<const Step> steps() const { return {steps_.data(), size_}; }
  // Precondition: not empty.
  const Position& present() const { return *steps_.front().position; }

 private:
  std::array<Step, kMostHistory> steps_{};
  std::size_t size_ = 0;
};

inline constexpr int kPlanesOfStep = 14;
inline constexpr int kPlanesOfPresent = 7;

constexpr int planes_for(int history_steps) {
  return kPlanesOfStep * history_steps + kPlanesOfPresent;
}
constexpr std::size_t plane_floats_for(int history_steps) {
  return static_cast<std::size_t>(planes_for(history_steps)) * kSquares;
}

// Writes plane_floats_for(history_steps) floats, every one of them, so the buffer needs no
// clearing; floats after them stay as they are. Steps that the history does not have are zero.
// Never allocates. Preconditions: the history is not empty; 1 <= history_steps <= kMostHistory;
// `out` is long enough.
void encode_planes(const History&, int history_steps, std::span<float> out);

}  // namespace tabiya
