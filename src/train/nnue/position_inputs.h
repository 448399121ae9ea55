// A position as a network of some shape is fed with it: the inputs of both players.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "dataset/scored_position.h"
#include "nnue/shape.h"

namespace tabiya {

struct PositionInputs {
  std::array<std::uint16_t, 32> own;    // of the side to move, `count` of them
  std::array<std::uint16_t, 32> other;  // of the opponent: the same pieces in the same order
  std::uint8_t count;
  std::uint8_t output;  // which one scores it

  std::span<const std::uint16_t> of(std::size_t player) const {
    return {(player == 0 ? own : other).data(), count};
  }
};

namespace detail {

// What exchanges left and right in a player's inputs, if they are mirrored by that king.
constexpr std::uint16_t exchange_by(std::uint16_t king) {
  return stands_right(square_at(king % kSquares)) ? kLeftRight : 0;
}

}  // namespace detail

// Precondition: a king for each player.
inline void find_inputs(const ScoredPosition& position, const NnueShape& shape,
                        PositionInputs& out) {
  constexpr std::uint16_t kOwnKing = kSquares * index(PieceType::King);
  std::uint16_t own_exchange = 0;
  std::uint16_t other_exchange = 0;
  if (shape.mirrored) {
    // Features ascend and kings are the last kind: one ends the own pieces, one the opponent's.
    std::size_t king = 0;
    while (position.features[king] < kOwnKing) ++king;
    own_exchange = detail::exchange_by(position.features[king]);
    other_exchange = detail::exchange_by(position.features[position.count - 1U]);
  }
  for (std::size_t i = 0; i < position.count; ++i) {
    const std::uint16_t feature = position.features[i];
    out.own[i] = feature ^ own_exchange;
    out.other[i] = seen_by_opponent(feature) ^ other_exchange;
  }
  out.count = position.count;
  out.output = static_cast<std::uint8_t>(shape.output_for(position.count));
}

inline PositionInputs inputs_of(const ScoredPosition& position, const NnueShape& shape) {
  PositionInputs inputs;
  find_inputs(position, shape, inputs);
  return inputs;
}

}  // namespace tabiya
