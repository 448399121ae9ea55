// What docs/nnue.md says that a network computes, step by step and without any cleverness.
#pragma once

#include <algorithm>
#include <cstdint>

#include "chess/position.h"
#include "nnue/network_parts.h"

namespace tabiya::test {

inline std::size_t documented_input(const NnueShape& shape, const Position& position, Color player,
                                    Square square) {
  const Piece piece = *position.piece_at(square);
  int file = index(file_of(square));
  int rank = index(rank_of(square));
  if (player == Color::Black) rank = 7 - rank;
  if (shape.mirrored && index(file_of(position.king(player))) >= 4) file = 7 - file;
  const int side = piece.color() == player ? 0 : 1;
  return static_cast<std::size_t>(384 * side + 64 * index(piece.type()) + 8 * rank + file);
}

inline int documented_score(const NetworkParts& parts, const Position& position) {
  const auto width = static_cast<std::size_t>(parts.shape.width);
  int pieces = 0;
  for (int square = 0; square < 64; ++square)
    pieces += position.piece_at(square_at(square)) ? 1 : 0;
  const auto head = static_cast<std::size_t>(parts.shape.outputs == 8 ? (pieces - 2) / 4 : 0);
  std::int64_t output = 0;
  for (const bool own : {true, false}) {
    const Color player = own ? position.side_to_move() : !position.side_to_move();
    for (std::size_t neuron = 0; neuron < width; ++neuron) {
      std::int64_t sum = parts.feature_biases[neuron];
      for (const Square square : position.occupied())
        sum +=
            parts.feature_weights[documented_input(parts.shape, position, player, square) * width +
                                  neuron];
      std::int64_t active = std::clamp<std::int64_t>(sum, 0, 255);
      if (parts.activation == Activation::Squared) active *= active;
      output += active * parts.output_weights[head * 2 * width + (own ? 0 : width) + neuron];
    }
  }
  if (parts.activation == Activation::Squared) output /= 255;
  output += parts.output_biases[head];
  return static_cast<int>(std::clamp<std::int64_t>(
      output * parts.scale / (std::int64_t{255} * parts.shape.quantum_b), -20'000, 20'000));
}

}  // namespace tabiya::test
