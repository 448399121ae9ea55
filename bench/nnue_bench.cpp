// How fast positions are scored. The counter "seed" is what the program that gave us the network's
// input layout reports for the same task (extraction, single and batched inference, in Python).
#include <benchmark/benchmark.h>

#include <array>
#include <memory>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "encode/features.h"
#include "nnue/accumulator_stack.h"
#include "nnue/bootstrap.h"
#include "nnue/evaluate.h"

namespace tabiya {
namespace {

// Zero weights are as fast as any others.
std::shared_ptr<const Network> network_of(const NnueShape& shape, InstructionSet set,
                                          Activation activation) {
  const auto size = static_cast<std::size_t>(shape.width);
  const auto outputs = static_cast<std::size_t>(shape.outputs);
  NetworkParts parts{.name = {},
                     .notes = {},
                     .activation = activation,
                     .shape = shape,
                     .feature_weights = std::vector<std::int16_t>(kFeatures * size),
                     .feature_biases = std::vector<std::int16_t>(size),
                     .output_weights = std::vector<std::int16_t>(outputs * 2 * size),
                     .output_biases = std::vector<std::int32_t>(outputs)};
  return std::make_shared<const Network>(
      Network::from(parts).value().computed_with(*kernels_for(set)));
}

struct Step {
  Position before;
  Move move;
};

// Moves of random games.
std::vector<Step> steps() {
  Random random(1);
  std::vector<Step> result;
  while (result.size() < 4096) {
    Position position = Position::start();
    for (int ply = 0; ply < 100; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      result.push_back({position, moves[random.below(moves.size())]});
      position.play(result.back().move);
    }
  }
  return result;
}

std::vector<Position> positions(bool in_order) {
  std::vector<Position> result;
  for (const Step& step : steps()) result.push_back(step.before);
  Random random(2);
  if (!in_order)
    for (std::size_t i = result.size(); i > 1; --i)
      std::swap(result[i - 1], result[random.below(i)]);
  return result;
}

void compare(benchmark::State& state, double seed) {
  state.counters["per_second"] =
      benchmark::Counter(static_cast<double>(state.items_processed()), benchmark::Counter::kIsRate);
  state.counters["seed"] = seed;
}

void feature_extraction(benchmark::State& state) {
  const auto all = positions(false);
  std::array<std::array<int, 32>, 2> features{};
  std::size_t i = 0;
  for (auto _ : state) {
    const Position& position = all[i++ % all.size()];
    std::size_t count = 0;
    for (const Square square : position.occupied()) {
      const Piece piece = *position.piece_at(square);
      for (const Color player : kColors)
        features[static_cast<std::size_t>(player)][count] = feature_index(player, piece, square);
      ++count;
    }
    benchmark::DoNotOptimize(features);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
  compare(state, 20'714);
}
BENCHMARK(feature_extraction);

void single_evaluation(benchmark::State& state) {
  const auto network = Network::built_in();
  const auto all = positions(false);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(*network, all[i++ % all.size()]));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
  compare(state, 33'899);
}
BENCHMARK(single_evaluation);

void batched_evaluation(benchmark::State& state) {
  const auto network = Network::built_in();
  const auto all = positions(state.range(0) != 0);
  std::vector<int> scores(all.size());
  for (auto _ : state) {
    evaluate(*network, all, scores);
    benchmark::DoNotOptimize(scores.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
  state.SetLabel(state.range(0) != 0 ? "positions in the order of games" : "positions shuffled");
  compare(state, 926'500);
}
BENCHMARK(batched_evaluation)->Arg(0)->Arg(1);

// A move played, the sums brought up to date, the position scored: what a search does at a leaf.
void incremental_evaluation(benchmark::State& state) {
  const auto set = static_cast<InstructionSet>(state.range(1));
  if (kernels_for(set) == nullptr) {
    state.SkipWithError("not on this processor");
    return;
  }
  const auto activation = static_cast<Activation>(state.range(2));
  NnueShape shape{.width = static_cast<int>(state.range(0))};
  if (state.range(3) != 0) {  // what networks are trained to be
    shape.mirrored = true;
    shape.outputs = kMostOutputs;
    shape.quantum_b = kFineQuantumB;
  }
  AccumulatorStack stack(network_of(shape, set, activation), 101);
  const auto all = steps();
  std::size_t i = all.size();
  for (auto _ : state) {
    if (i == all.size() || all[i].before.fullmove_number() == 1) {
      if (i == all.size()) i = 0;
      stack.reset(Position::start());
    }
    Position position = all[i].before;
    position.play(all[i].move, stack.push());
    benchmark::DoNotOptimize(stack.evaluate(position));
    ++i;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
  state.SetLabel(std::string(name(set)) + ", " + std::string(name(activation)));
}
BENCHMARK(incremental_evaluation)
    ->ArgsProduct({{256, 512, 1024}, {0, 1, 2, 3}, {0, 1}, {0, 1}})
    ->ArgNames({"width", "set", "activation", "mirrored"});

void reading_the_built_in_network(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Network::built_in());
}
BENCHMARK(reading_the_built_in_network)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tabiya
