// Self-play: how many positions a second it gives, and how busy it keeps ONNX Runtime.
//
// The counters:
//   positions            a second that were thought about
//   network              positions a second that the network saw
//   onnxruntime, share   positions a second of ONNX Runtime alone at its best, and the ratio
#include <benchmark/benchmark.h>

#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "inference/evaluators.h"
#include "inference/onnx_evaluator.h"
#include "inference/tower.h"
#include "nnue/network.h"
#include "onnxruntime_alone.h"
#include "selfplay/alphabeta_games.h"
#include "selfplay/selfplay.h"
#include "selfplay/tree_games.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;
using Players = std::vector<std::unique_ptr<SelfPlayer>>;

std::shared_ptr<const GameStarts> starts(std::size_t random_plies) {
  StartSettings settings;
  settings.random_plies = random_plies;
  return std::make_shared<const GameStarts>(settings, 1);
}

// Plays for so long, into a folder that is thrown away.
SelfplayCount play_for(std::chrono::duration<double> time, Players players) {
  std::string folder = (std::filesystem::temp_directory_path() / "tabiya-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return {};
  std::stop_source stop;
  SelfplayCount count;
  const auto start = Clock::now();
  {
    auto writer = ShardWriter::open(folder);
    if (writer)
      count = play_games(std::move(players), {.games = UINT64_MAX}, *writer, stop.get_token(),
                         [&](const SelfplayCount&) {
                           if (Clock::now() - start > time) stop.request_stop();
                         })
                  .value_or(SelfplayCount{});
  }
  std::filesystem::remove_all(folder);
  return count;
}

void selfplay_alphabeta(benchmark::State& state) {
  AlphaBetaGameSettings settings;
  double positions = 0;
  for (auto _ : state) {
    Players players;
    for (int i = 0; i < kBenchCores; ++i)
      players.push_back(std::make_unique<AlphaBetaGames>(Network::built_in(), settings, starts(8)));
    const auto start = Clock::now();
    const SelfplayCount count = play_for(std::chrono::seconds(20), std::move(players));
    positions = static_cast<double>(count.positions) /
                std::chrono::duration<double>(Clock::now() - start).count();
  }
  state.counters["positions"] = positions;
  state.SetLabel("5,000 nodes a move; games in progress at the end are not counted");
}
BENCHMARK(selfplay_alphabeta)->Iterations(1)->Unit(benchmark::kSecond);

void selfplay_tree(benchmark::State& state) {
  const auto library = OnnxLibrary::load();
  if (!library) {
    state.SkipWithError(library.error().message.c_str());
    return;
  }
  const auto model =
      *OnnxModel::parse(onnx_file_of(random_tower(*TowerShape::named("4x64", 8), 1)), "4x64");
  OnnxRuntimeAlone alone;
  double network = 0;
  for (auto _ : state) {
    for (int round = 0; round < 3; ++round) {
      alone.sweep(*library, *model);
      std::vector<std::shared_ptr<Evaluator>> lanes;
      for (int i = 0; i < kBenchCores; ++i) lanes.push_back(*onnx_evaluator(*library, model));
      const auto count = std::make_shared<EvaluationCounter>();
      const auto evaluator = counted_evaluator(lanes_evaluator(std::move(lanes)), count);
      Players players;
      for (int i = 0; i < kBenchCores; ++i)
        players.push_back(
            std::make_unique<TreeGames>(evaluator, "4x64", TreeGameSettings{}, starts(0), 1));
      const auto start = Clock::now();
      play_for(std::chrono::seconds(6), std::move(players));
      network = std::max(network, static_cast<double>(count->positions.load()) /
                                      std::chrono::duration<double>(Clock::now() - start).count());
    }
  }
  state.counters["network"] = network;
  state.counters["onnxruntime"] = alone.positions;
  state.counters["share"] = network / alone.positions;
}
BENCHMARK(selfplay_tree)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace tabiya
