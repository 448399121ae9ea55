// The signature of the search: a change of the search or of the network changes it, on purpose. It
// is the same in every build and on every processor.
#pragma once

#include <cstdint>

#include "engine/bench.h"
#include "nnue/network.h"

namespace tabiya::test {

inline constexpr std::uint64_t kBenchNodes = 56'294;  // at depth 7

inline std::uint64_t bench_nodes() {
  BenchOptions options;
  options.depth = 7;
  return bench(Network::built_in(), options, [](auto&&...) { return true; }).nodes;
}

}  // namespace tabiya::test
