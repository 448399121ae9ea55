// Writing training games, sealing them, and reading them shuffled.
#include <benchmark/benchmark.h>

#include <vector>

#include "dataset/game_record.h"
#include "dataset/position_reader.h"
#include "dataset/sample_reader.h"
#include "training_games.h"

namespace tabiya {
namespace {

void BM_EncodeGame(benchmark::State& state) {
  Random random(1);
  const RecordedGame game = game_like(static_cast<Like>(state.range(0)), random);
  std::vector<std::byte> out;
  for (auto _ : state) {
    out.clear();
    benchmark::DoNotOptimize(append_record(game, out));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(game.moves.size()));
}
BENCHMARK(BM_EncodeGame)->Arg(0)->Arg(1)->ArgName("visits");

void BM_DecodeGame(benchmark::State& state) {
  Random random(1);
  const RecordedGame game = game_like(static_cast<Like>(state.range(0)), random);
  std::vector<std::byte> bytes;
  if (!append_record(game, bytes)) state.SkipWithError("refused");
  for (auto _ : state) benchmark::DoNotOptimize(decode_record(bytes));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(game.moves.size()));
}
BENCHMARK(BM_DecodeGame)->Arg(0)->Arg(1)->ArgName("visits");

// Real time, for the work is done by threads: one makes chunks, one unpacks them.
void BM_ReadPositions(benchmark::State& state) {
  const GamesFolder folder(Like::AlphaBeta);
  auto reader = PositionReader::open({.files = {folder.path()}, .chunk_positions = 100'000},
                                     {.skip_checks = false, .skip_captures = false});
  std::vector<ScoredPosition> batch(16384);
  for (auto _ : state)
    if (!(*reader)->read(batch)) state.SkipWithError("reading failed");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(batch.size()));
  state.counters["bytes a position"] = folder.bytes_a_position();
}
BENCHMARK(BM_ReadPositions)->UseRealTime()->MeasureProcessCPUTime()->MinTime(2);

void BM_ReadSamples(benchmark::State& state) {
  const GamesFolder folder(Like::TreeSearch);
  auto reader = SampleReader::open({.files = {folder.path()}, .chunk_positions = 10'000});
  constexpr std::size_t kBatch = 512;
  std::vector<float> planes(kBatch * 120 * 64);
  SampleBatch batch;
  for (auto _ : state)
    if (!(*reader)->read({kBatch, planes, batch})) state.SkipWithError("reading failed");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kBatch));
  state.counters["bytes a position"] = folder.bytes_a_position();
}
BENCHMARK(BM_ReadSamples)->UseRealTime()->MeasureProcessCPUTime()->MinTime(2);

}  // namespace
}  // namespace tabiya
