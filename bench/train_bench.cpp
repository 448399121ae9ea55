// How fast a network learns: from positions in memory, and from games with and without a cache.
#include <benchmark/benchmark.h>
#include <time.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dataset/position_cache.h"
#include "train/batch_feed.h"
#include "train/nnue/adam.h"
#include "train/nnue/gradient.h"
#include "training_games.h"
#include "training_positions.h"

namespace tabiya {
namespace {

constexpr std::size_t kBatch = 16'384;

NnueShape shape_of(int width, bool is_new) {
  NnueShape shape;
  if (is_new) shape = kNewNetwork;
  shape.width = width;
  return shape;
}

struct Learner {
  explicit Learner(const NnueShape& shape, int threads)
      : team(threads),
        network(FloatNetwork::random(shape, 1)),
        gradient(shape, team),
        adam(shape, 0.01) {}

  void learn(std::span<const ScoredPosition> positions) {
    benchmark::DoNotOptimize(gradient.compute(network, positions, {}));
    adam.step(network, gradient.derivatives(), 1e-3F, ++step, team);
  }

  WorkTeam team;
  FloatNetwork network;
  Gradient gradient;
  Adam adam;
  std::uint64_t step = 0;
};

void training(benchmark::State& state) {
  const auto positions = training_positions(kBatch);
  const NnueShape shape = shape_of(static_cast<int>(state.range(0)), state.range(2) != 0);
  Learner learner(shape, static_cast<int>(state.range(1)));
  for (auto _ : state) learner.learn(positions);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * positions.size()));
}
BENCHMARK(training)
    ->ArgsProduct({{256, 512, 1024}, {1, 2}, {0, 1}})
    ->ArgNames({"width", "threads", "mirrored"})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// Of all threads: other programs on the machine do not matter much.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double seconds_of(const Work& work) {
  const double begin = processor_seconds();
  work();
  return processor_seconds() - begin;
}

std::shared_ptr<PositionCache> cache_of(const std::filesystem::path& folder) {
  auto games = DataFiles::open(std::vector{folder});
  if (!games) throw std::runtime_error(games.error().message);
  return std::make_shared<PositionCache>(std::make_shared<const DataFiles>(*std::move(games)),
                                         PositionFilter());
}

// As `tabiya train nnue` does it.
void learn_from(const std::shared_ptr<PositionCache>& cache, int width, std::size_t steps) {
  Learner learner(shape_of(width, true), 2);
  const auto reader = cached_reader(cache, {});
  BatchFeed feed(**reader, kBatch);
  for (std::size_t step = 0; step < steps; ++step) {
    const auto batch = feed.next();
    if (!batch) throw std::runtime_error(batch.error().message);
    learner.learn(batch->positions);
  }
}

// The games of the folder TABIYA_BENCH_GAMES, if it is named; the cache goes to another place.
void TrainingFromGames(benchmark::State& state) {
  const GamesFolder folder(Like::AlphaBeta);
  if (const char* const games = std::getenv("TABIYA_BENCH_GAMES"); games != nullptr) {
    std::filesystem::remove(folder.path() / "000001.games");
    const auto shards = shards_in(games).value();
    for (const ShardName& shard : shards)
      std::filesystem::create_symlink(std::filesystem::absolute(shard.file),
                                      folder.path() / shard.file.filename());
  }
  const auto width = static_cast<int>(state.range(0));
  const auto decoding = cache_of(folder.path());
  const auto caching = cache_of(folder.path());
  const double making = seconds_of([&] {
    if (!caching->complete(2, [](std::uint64_t) { return true; })) state.SkipWithError("no cache");
  });
  const std::size_t steps = 2 * caching->games()->count().positions / kBatch + 1;
  double decoded = 0;
  double cached = 0;
  for (auto _ : state) {
    decoded += seconds_of([&] { learn_from(decoding, width, steps); });
    cached += seconds_of([&] { learn_from(caching, width, steps); });
  }
  const auto positions = static_cast<double>(kBatch * steps * state.iterations());
  state.counters["decoding_us"] = 1e6 * decoded / positions;
  state.counters["cached_us"] = 1e6 * cached / positions;
  state.counters["times_as_fast"] = decoded / cached;
  state.counters["making_s"] = making;
}
BENCHMARK(TrainingFromGames)
    ->Arg(256)
    ->Arg(512)
    ->ArgName("width")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(2)
    ->UseRealTime();

}  // namespace
}  // namespace tabiya
