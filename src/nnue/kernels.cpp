#include "nnue/kernels.h"

namespace tabiya {

namespace {

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
  return set == InstructionSet::Plain ? &plain_kernels() : &vector_kernels(set);
}

const Kernels& fastest_kernels() {
  const Kernels* fastest = &plain_kernels();
  for (const InstructionSet set : kInstructionSets)
    if (const Kernels* const better = kernels_for(set)) fastest = better;
  return *fastest;
}

}  // namespace tabiya
