// How fast positions become the numbers of networks. The counter "times_zeroing" compares with
// filling the same memory with zeros, measured in turn with it in the same run: about what writing
// costs when nothing is to be thought about.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_array.h"
#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "encode/features.h"
#include "encode/planes.h"
#include "encode/policy_index.h"

namespace tabiya {
namespace {

constexpr std::size_t kBatch = 256;

// Games of random moves, long enough to have a whole past.
std::vector<Game> games() {
  Random random(1);
  std::vector<Game> result;
  while (result.size() < kBatch) {
    Game game;
    const std::size_t length = 10 + random.below(80);
    while (game.length() < length && has_legal_move(game.position())) {
      const MoveList moves = legal_moves(game.position());
      game.play(moves[random.below(moves.size())]);
    }
    result.push_back(std::move(game));
  }
  return result;
}

using Clock = std::chrono::steady_clock;

template <class Task>
double seconds_of(Task task) {
  const auto begin = Clock::now();
  task();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Encodes 256 positions into `slots` places of a buffer, one after another and round again; then
// zeroes the same places in the same order. With one slot all is done in the nearest cache, with
// 256 a batch of 8 MB is filled.
void encoding_planes(benchmark::State& state) {
  const auto slots = static_cast<std::size_t>(state.range(0));
  const int steps = static_cast<int>(state.range(1));
  const std::size_t size = plane_floats_for(steps);
  const auto all = games();
  std::vector<History> histories;
  for (const Game& game : all) histories.emplace_back(game);
  AlignedArray<float> buffer(slots * size);

  // Of many pairs the median: another program that takes the processor meanwhile spoils a pair, not
  // the figure.
  std::vector<double> ratios;
  for (auto _ : state) {
    const double encoding = seconds_of([&] {
      for (std::size_t i = 0; i < kBatch; ++i) {
        float* const place = buffer.data() + i % slots * size;
        encode_planes(histories[i], steps, {place, size});
        benchmark::DoNotOptimize(place);
        benchmark::ClobberMemory();
      }
    });
    const double zeroing = seconds_of([&] {
      for (std::size_t i = 0; i < kBatch; ++i) {
        float* const place = buffer.data() + i % slots * size;
        std::memset(place, 0, size * sizeof(float));
        benchmark::DoNotOptimize(place);
        benchmark::ClobberMemory();
      }
    });
    state.SetIterationTime(encoding);
    ratios.push_back(encoding / zeroing);
  }
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  state.counters["times_zeroing"] = *middle;
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kBatch));
}
BENCHMARK(encoding_planes)
    ->ArgsProduct({{1, 8, kBatch}, {8, 1}})
    ->ArgNames({"slots", "history"})
    ->UseManualTime();

void encoding_features(benchmark::State& state) {
  std::vector<Position> positions;
  for (const Game& game : games()) positions.push_back(game.position());
  AlignedArray<float> buffer(positions.size() * kFeatures);
  for (auto _ : state) {
    encode_features(positions, FeatureOrder::SideToMove, buffer.span());
    benchmark::DoNotOptimize(buffer.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * positions.size()));
}
BENCHMARK(encoding_features);

void policy_indices_of_the_legal_moves(benchmark::State& state) {
  std::vector<std::pair<Color, MoveList>> all;
  for (const Game& game : games())
    all.emplace_back(game.position().side_to_move(), legal_moves(game.position()));
  std::array<int, 256> indices{};
  std::size_t i = 0;
  std::size_t moves_seen = 0;
  for (auto _ : state) {
    const auto& [mover, moves] = all[i++ % all.size()];
    for (std::size_t move = 0; move < moves.size(); ++move)
      indices[move] = policy_index(moves[move], mover, Variant::Standard);
    benchmark::DoNotOptimize(indices);
    moves_seen += moves.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(moves_seen));
}
BENCHMARK(policy_indices_of_the_legal_moves);

}  // namespace
}  // namespace tabiya
