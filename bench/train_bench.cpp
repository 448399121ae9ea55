// How fast a network learns, reading of the data left out.
#include <benchmark/benchmark.h>

#include "train/nnue/adam.h"
#include "train/nnue/gradient.h"
#include "training_positions.h"

namespace tabiya {
namespace {

void training(benchmark::State& state) {
  NnueShape shape{.width = static_cast<int>(state.range(0))};
  if (state.range(2) != 0) {
    shape = kNewNetwork;
    shape.width = static_cast<int>(state.range(0));
  }
  const auto positions = training_positions(16'384);
  WorkTeam team(static_cast<int>(state.range(1)));
  FloatNetwork network = FloatNetwork::random(shape, 1);
  Gradient gradient(shape, team);
  Adam adam(shape, 0.01);
  std::uint64_t step = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(gradient.compute(network, positions, {}));
    adam.step(network, gradient.derivatives(), 1e-3F, ++step, team);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * positions.size()));
}
BENCHMARK(training)
    ->ArgsProduct({{256, 512, 1024}, {1, 2}, {0, 1}})
    ->ArgNames({"width", "threads", "mirrored"})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tabiya
