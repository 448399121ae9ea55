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
#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/aligned_array.h"
#include "inference/lanes_evaluator.h"
#include "inference/onnx_evaluator.h"
#include "inference/onnx_library.h"
#include "inference/onnx_model.h"
#include "inference/onnx_session.h"
#include "inference/tower.h"
#include "inference/uniform_evaluator.h"
#include "search/mcts/mcts.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double visits_a_second(Mcts& mcts, const SearchLimits& limits) {
  SearchListener nobody;
  mcts.forget();
  mcts.allow();
  const auto start = Clock::now();
  const SearchResult result = mcts.run(Game(), limits, nobody);
  return static_cast<double>(result.info.nodes) / seconds_since(start);
}

void mcts_alone(benchmark::State& state) {
  MctsConfig config;
  Mcts one(std::make_shared<UniformEvaluator>(), config);
  config.threads = 2;
  Mcts two(std::make_shared<UniformEvaluator>(), config);
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

constexpr int kCores = 2;
constexpr auto kTurn = std::chrono::milliseconds(1500);

// ONNX Runtime with so many sessions side by side, each with an equal share of the cores.
double positions_alone(const std::shared_ptr<const OnnxLibrary>& library, const OnnxModel& model,
                       int sessions, int batch) {
  struct Lane {
    std::unique_ptr<OnnxSession> session;
    AlignedArray<float> input, policy, value;
    std::unique_ptr<OnnxSession::Run> run;
  };
  const NetworkShape& shape = model.shape();
  const auto floats = [&](const TensorShape& tensor) {
    std::size_t size = static_cast<std::size_t>(batch);
    for (std::size_t i = 1; i < tensor.dims.size(); ++i)
      size *= static_cast<std::size_t>(tensor.dims[i]);
    return size;
  };
  const auto bind = [&](const TensorShape& tensor, AlignedArray<float>& buffer) {
    BoundTensor bound{tensor.name, tensor.dims, buffer.span()};
    bound.dims.front() = batch;
    return bound;
  };
  std::vector<Lane> lanes;
  for (int i = 0; i < sessions; ++i) {
    SessionSettings settings;
    settings.threads = kCores / sessions;
    Lane lane{*OnnxSession::open(library, model.bytes(), settings),
              AlignedArray<float>(floats(shape.input)), AlignedArray<float>(floats(shape.policy)),
              AlignedArray<float>(floats(shape.value)), nullptr};
    const std::array outputs{bind(shape.policy, lane.policy), bind(shape.value, lane.value)};
    lane.run = std::make_unique<OnnxSession::Run>(
        *lane.session->bound(bind(shape.input, lane.input), outputs));
    lanes.push_back(std::move(lane));
  }
  std::atomic<std::uint64_t> done = 0;
  const auto start = Clock::now();
  {
    std::vector<std::jthread> threads;
    for (Lane& lane : lanes)
      threads.emplace_back([&] {
        while (Clock::now() < start + kTurn / 2) {
          if (!lane.session->compute(*lane.run, {})) return;
          done += static_cast<std::uint64_t>(batch);
        }
      });
  }
  return static_cast<double>(done) / seconds_since(start);
}

// Counts what reaches the network.
class CountingEvaluator final : public Evaluator {
 public:
  explicit CountingEvaluator(std::shared_ptr<Evaluator> inner) : inner_(std::move(inner)) {}
  std::expected<void, std::string> evaluate(std::span<EvaluationRequest> requests,
                                            const std::stop_token& stop) override {
    auto done = inner_->evaluate(requests, stop);
    if (done) positions += requests.size();
    return done;
  }
  int best_batch() const override { return inner_->best_batch(); }
  std::string description() const override { return inner_->description(); }
  std::atomic<std::uint64_t> positions = 0;

 private:
  std::shared_ptr<Evaluator> inner_;
};

void mcts_with_network(benchmark::State& state, const char* size) {
  const auto library = OnnxLibrary::load();
  if (!library) {
    state.SkipWithError(library.error().c_str());
    return;
  }
  const TowerShape shape = *TowerShape::named(size, 8);
  const auto model = *OnnxModel::parse(onnx_file_of(random_tower(shape, 1)), size);
  std::vector<std::shared_ptr<Evaluator>> lanes;
  for (int i = 0; i < kCores; ++i) lanes.push_back(*OnnxEvaluator::make(*library, model));
  const auto evaluator =
      std::make_shared<CountingEvaluator>(std::make_shared<LanesEvaluator>(std::move(lanes)));
  MctsConfig config;
  config.threads = kCores;
  Mcts mcts(evaluator, config);

  double best_alone = 0;
  double best_search = 0;
  int best_batch = 0;
  int best_sessions = 0;
  for (auto _ : state) {
    for (int round = 0; round < 3; ++round) {
      for (const int sessions : {1, kCores})
        for (const int batch : {1, 2, 4, 8, 16, 32}) {
          const double speed = positions_alone(*library, *model, sessions, batch);
          if (speed <= best_alone) continue;
          best_alone = speed;
          best_batch = batch;
          best_sessions = sessions;
        }
      for (int i = 0; i < 2; ++i) {
        SearchLimits limits;
        limits.move_time = std::chrono::duration_cast<Milliseconds>(kTurn);
        evaluator->positions = 0;
        const auto start = Clock::now();
        visits_a_second(mcts, limits);
        best_search =
            std::max(best_search, static_cast<double>(evaluator->positions) / seconds_since(start));
      }
    }
  }
  state.counters["positions"] = best_search;
  state.counters["onnxruntime"] = best_alone;
  state.counters["share"] = best_search / best_alone;
  state.counters["batch"] = best_batch;
  state.counters["sessions"] = best_sessions;
}
BENCHMARK_CAPTURE(mcts_with_network, 4x64, "4x64")->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(mcts_with_network, 6x128, "6x128")->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace tabiya
