#include "nnue/kernels.h"

#include <algorithm>

#include "nnue/network_parts.h"

namespace tabiya {

namespace {

// The kernels as the documentation defines them: what the vector code is compared with, and what
// runs on a processor without any of it.

std::int16_t wrapped(int sum) { return static_cast<std::int16_t>(sum); }

void move(Row before, std::int16_t* after, std::array<Row, 2> removed, std::array<Row, 2> placed,
          std::size_t width) {
  for (std::size_t player = 0; player < 2; ++player)
    for (std::size_t i = 0; i < width; ++i)
      after[player * width + i] =
          wrapped(before[player * width + i] - removed[player][i] + placed[player][i]);
}

void capture(Row before, std::int16_t* after, std::array<Row, 2> removed,
             std::array<Row, 2> captured, std::array<Row, 2> placed, std::size_t width) {
  for (std::size_t player = 0; player < 2; ++player)
    for (std::size_t i = 0; i < width; ++i)
      after[player * width + i] = wrapped(before[player * width + i] - removed[player][i] -
                                          captured[player][i] + placed[player][i]);
}

void change(Row before, std::int16_t* after, std::span<const Row> removed,
            std::span<const Row> placed, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) {
    int sum = before[i];
    for (const Row row : removed) sum -= row[i];
    for (const Row row : placed) sum += row[i];
    after[i] = wrapped(sum);
  }
}

std::int64_t clipped_output(Row own, Row other, Row weights, std::size_t width) {
  std::int64_t sum = 0;
  for (const Row sums : {own, other}) {
    for (std::size_t i = 0; i < width; ++i)
      sum += std::int64_t{std::clamp<int>(sums[i], 0, kQuantumA)} * weights[i];
    weights += width;
  }
  return sum;
}

std::int64_t squared_output(Row own, Row other, Row weights, std::size_t width) {
  std::int64_t sum = 0;
  for (const Row sums : {own, other}) {
    for (std::size_t i = 0; i < width; ++i) {
      const std::int64_t value = std::clamp<int>(sums[i], 0, kQuantumA);
      sum += value * value * weights[i];
    }
    weights += width;
  }
  return sum;
}

constexpr Kernels kPlain{.move = move,
                         .capture = capture,
                         .change = change,
                         .clipped_output = clipped_output,
                         .squared_output = squared_output};

// The levels of the x86-64 ABI hold more than is needed; there are no processors in between that
// matter.
bool processor_has(InstructionSet set) {
  switch (set) {
    case InstructionSet::Plain:
      return true;
    case InstructionSet::Sse4:
      return __builtin_cpu_supports("x86-64-v2") != 0;
    case InstructionSet::Avx2:
      return __builtin_cpu_supports("x86-64-v3") != 0;
    case InstructionSet::Avx512:
      return __builtin_cpu_supports("x86-64-v4") != 0;
  }
  return false;
}

}  // namespace

std::string_view name(InstructionSet set) {
  constexpr std::array<std::string_view, 4> names{"plain", "SSE4", "AVX2", "AVX-512"};
  return names[static_cast<std::size_t>(set)];
}

const Kernels* kernels_for(InstructionSet set) {
  if (!processor_has(set)) return nullptr;
  return set == InstructionSet::Plain ? &kPlain : &vector_kernels(set);
}

const Kernels& fastest_kernels() {
  const Kernels* fastest = &kPlain;
  for (const InstructionSet set : kInstructionSets)
    if (const Kernels* const better = kernels_for(set)) fastest = better;
  return *fastest;
}

}  // namespace tabiya
