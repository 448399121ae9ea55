// The two ends of what network files can say.
#pragma once

#include "nnue/shape.h"

namespace tabiya::test {

// All that the first version of the format can hold.
constexpr NnueShape first_shape(int width) { return {.width = width}; }

// Everything that only the second can.
constexpr NnueShape second_shape(int width) {
  return {.width = width, .mirrored = true, .outputs = kMostOutputs, .quantum_b = kFineQuantumB};
}

}  // namespace tabiya::test
