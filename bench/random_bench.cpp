#include <benchmark/benchmark.h>

#include "base/random.h"

namespace tabiya {
namespace {

void random_draw(benchmark::State& state) {
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(random());
}
BENCHMARK(random_draw);

void random_below(benchmark::State& state) {
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(random.below(960));
}
BENCHMARK(random_below);

}  // namespace
}  // namespace tabiya
