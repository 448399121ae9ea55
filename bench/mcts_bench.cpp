// The tree search: alone, with nothing to compute at its leaves; and with networks, against what
// ONNX Runtime reaches when nothing else is asked of it. Each pair is measured in turns within one
// run, and the best of several tries counts.
//
// The counters:
//   one, two, scaling          visits a second on one and on two threads, and their ratio
//   bytes                      of memory for each of a million visits
//   positions                  a second in the search, those it remembered not counted
//   onnxruntime, share         positions a second of ONNX Runtime alone at its best, and the ratio
//   batch, sessions            the arrangement that was best for it
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "inference/evaluators.h"
#include "inference/onnx_evaluator.h"
#include "inference/onnx_library.h"
#include "inference/onnx_model.h"
#include "inference/tower.h"
#include "onnxruntime_alone.h"
#include "search/mcts/mcts.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double visits_a_second(Mcts& mcts, const SearchLimits& limits) {
  SearchListener silent;
  mcts.forget();
  const auto start = Clock::now();
  const SearchResult result = mcts.run(Game(), limits, silent, {});
  return static_cast<double>(result.info.nodes) / seconds_since(start);
}

void mcts_alone(benchmark::State& state) {
  MctsConfig config;
  Mcts one(uniform_evaluator(), config);
  config.threads = 2;
  Mcts two(uniform_evaluator(), config);
  SearchLimits limits;
  limits.nodes = 1'000'000;
  double with_one = 0;
  double with_two = 0;
  for (auto _ : state) {
    for (int i = 0; i < 5; ++i) {
      with_one = std::max(with_one, visits_a_second(one, limits));
      with_two = std::max(with_two, visits_a_second(two, limits));
    }
  }
  state.counters["one"] = with_one;
  state.counters["two"] = with_two;
  state.counters["scaling"] = with_two / with_one;
  state.counters["bytes"] = static_cast<double>(one.tree().arena().used()) / 1'000'000;
  state.SetLabel("Lc0 with random evaluations: 115,000-160,000 and 200,000-240,000, 214 bytes");
}
BENCHMARK(mcts_alone)->Iterations(1)->Unit(benchmark::kSecond);

void mcts_with_network(benchmark::State& state, const char* size) {
  const auto library = OnnxLibrary::load();
  if (!library) {
    state.SkipWithError(library.error().message.c_str());
    return;
  }
  const TowerShape shape = *TowerShape::named(size, 8);
  const auto model = *OnnxModel::parse(onnx_file_of(random_tower(shape, 1)), size);
  std::vector<std::shared_ptr<Evaluator>> lanes;
  for (int i = 0; i < kBenchCores; ++i) lanes.push_back(*onnx_evaluator(*library, model));
  const auto count = std::make_shared<EvaluationCounter>();
  const auto evaluator = counted_evaluator(lanes_evaluator(std::move(lanes)), count);
  MctsConfig config;
  config.threads = kBenchCores;
  Mcts mcts(evaluator, config);

  OnnxRuntimeAlone alone;
  double best_search = 0;
  for (auto _ : state) {
    for (int round = 0; round < 3; ++round) {
      alone.sweep(*library, *model);
      for (int i = 0; i < 2; ++i) {
        SearchLimits limits;
        limits.move_time = std::chrono::duration_cast<Milliseconds>(kBenchTurn);
        const std::uint64_t before = count->positions.load();
        const auto start = Clock::now();
        visits_a_second(mcts, limits);
        best_search = std::max(best_search, static_cast<double>(count->positions.load() - before) /
                                                seconds_since(start));
      }
    }
  }
  state.counters["positions"] = best_search;
  state.counters["onnxruntime"] = alone.positions;
  state.counters["share"] = best_search / alone.positions;
  state.counters["batch"] = alone.batch;
  state.counters["sessions"] = alone.sessions;
}
BENCHMARK_CAPTURE(mcts_with_network, 4x64, "4x64")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(mcts_with_network, 6x128, "6x128")->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace tabiya
