// The search: against Debian's Stockfish, each with its own bench, one thread, in turns within the
// same run; and one thread against two.
//
// The counters:
//   tabiya, stockfish, ratio   nodes a second, the best of several tries, and their ratio
//   speedup_nodes              nodes a second with two threads, divided by those with one
//   speedup_depth              time to the bench's depth with one thread, divided by that with two
#include <benchmark/benchmark.h>

#include <algorithm>

#include "engine/bench.h"
#include "nnue/network.h"
#include "stockfish.h"

namespace tabiya {
namespace {

constexpr int kTries = 5;

BenchResult bench_with(int threads, int depth) {
  BenchOptions options;
  options.threads = threads;
  options.depth = depth;
  return bench(Network::built_in(), options, [](auto&&...) { return true; });
}

void search_speed(benchmark::State& state) {
  double ours = 0;
  double theirs = 0;
  std::uint64_t signature = 0;
  for (auto _ : state) {
    Stockfish peer;
    if (!peer.is_running()) {
      state.SkipWithError("stockfish is not installed");
      return;
    }
    for (int i = 0; i < kTries; ++i) {
      theirs = std::max(theirs, peer.bench());
      const BenchResult result = bench_with(1, 15);
      ours = std::max(ours, static_cast<double>(result.nodes_per_second()));
      signature = result.nodes;
    }
  }
  state.counters["tabiya"] = ours;
  state.counters["stockfish"] = theirs;
  state.counters["ratio"] = ours / theirs;
  state.counters["nodes"] = static_cast<double>(signature);
}
BENCHMARK(search_speed)->Iterations(1)->Unit(benchmark::kSecond);

void search_threads(benchmark::State& state) {
  BenchResult one;
  BenchResult two;
  for (auto _ : state) {
    for (int i = 0; i < kTries; ++i) {
      const auto add = [](BenchResult& sum, const BenchResult& part) {
        sum.nodes += part.nodes;
        sum.time += part.time;
      };
      add(one, bench_with(1, 15));
      add(two, bench_with(2, 15));
    }
  }
  state.counters["speedup_nodes"] =
      static_cast<double>(two.nodes_per_second()) / static_cast<double>(one.nodes_per_second());
  state.counters["speedup_depth"] =
      static_cast<double>(one.time.count()) / static_cast<double>(two.time.count());
}
BENCHMARK(search_threads)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace tabiya
