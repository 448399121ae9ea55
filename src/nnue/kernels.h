// The arithmetic of the network, once for every instruction set.
//
// All of them give the same numbers: sums wrap in 16 bits, which never happens to a network that
// was checked when it was loaded, and products are added in numbers wide enough for every sum.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tabiya {

enum class InstructionSet : std::uint8_t { Plain, Sse4, Avx2, Avx512 };

inline constexpr std::array kInstructionSets{InstructionSet::Plain, InstructionSet::Sse4,
                                             InstructionSet::Avx2, InstructionSet::Avx512};

std::string_view name(InstructionSet);

// One row of the feature layer: the weights of one input, one for each neuron. Like all arrays
// here it begins on a cache line and has `width` numbers, a multiple of 64.
using Row = const std::int16_t*;

// `sums` are the sums of the feature layer for both players, white's first: 2 * width numbers.
// Arrays of two are for white and black.
struct Kernels {
  // after = before - removed + placed: most moves.
  void (*move)(Row before, std::int16_t* after, std::array<Row, 2> removed,
               std::array<Row, 2> placed, std::size_t width);
  // after = before - removed - captured + placed.
  void (*capture)(Row before, std::int16_t* after, std::array<Row, 2> removed,
                  std::array<Row, 2> captured, std::array<Row, 2> placed, std::size_t width);
  // The same with any number of rows, for one player: width numbers.
  void (*change)(Row before, std::int16_t* after, std::span<const Row> removed,
                 std::span<const Row> placed, std::size_t width);

  // The sum of activation * weight, over the side to move's neurons, then the opponent's.
  std::int64_t (*clipped_output)(Row own, Row other, Row weights, std::size_t width);
  std::int64_t (*squared_output)(Row own, Row other, Row weights, std::size_t width);
};

// Nothing if this processor does not have these instructions.
const Kernels* kernels_for(InstructionSet);
const Kernels& fastest_kernels();

// For kernels.cpp: may be used only where the processor can. Not of Plain.
const Kernels& vector_kernels(InstructionSet);

}  // namespace tabiya
