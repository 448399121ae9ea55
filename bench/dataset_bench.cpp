// Writing training games, sealing them, and reading them shuffled.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "dataset/game_record.h"
#include "dataset/position_reader.h"
#include "dataset/sample_reader.h"
#include "dataset/shard_writer.h"

namespace tabiya {
namespace {

enum class Like : std::uint8_t { AlphaBeta, TreeSearch };

// Random moves, scores that wander, and visits to most moves: as hard to compress as real games,
// or harder.
RecordedGame game_like(Like kind, Random& random) {
  RecordedGame record;
  record.players = "benchmark";
  Game game;
  int level = 0;
  while (!game.is_over() && game.length() < 160) {
    const MoveList legal = legal_moves(game.position());
    RecordedMove move{};
    move.move = legal[random.below(legal.size())];
    level += static_cast<int>(random.below(61)) - 30;
    if (game.length() >= 8)
      move.score = static_cast<std::int16_t>(
          game.position().side_to_move() == Color::White ? level : -level);
    if (kind == Like::TreeSearch) {
      move.chances = {.win = 4000, .loss = static_cast<std::uint16_t>(random.below(5000))};
      move.first_visits = static_cast<std::uint32_t>(record.visits.size());
      std::uint64_t most = 400;
      for (const Move other : legal) {
        record.visits.push_back({other, static_cast<std::uint32_t>(1 + random.below(most))});
        most = most * 3 / 4 + 1;
      }
      move.visits_count = static_cast<std::uint32_t>(legal.size());
    }
    record.moves.push_back(move);
    game.play(move.move);
  }
  record.result.emplace();
  return record;
}

// Made once for each kind, and removed at the end.
class Folder {
 public:
  explicit Folder(Like kind) {
    std::string name = (std::filesystem::temp_directory_path() / "tabiya-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
    Random random(1);
    auto writer = ShardWriter::open(path_);
    for (int i = 0; i < (kind == Like::AlphaBeta ? 3000 : 300); ++i)
      if (!writer->add(game_like(kind, random))) throw std::runtime_error("a game was refused");
    if (!writer->seal()) throw std::runtime_error("a shard could not be sealed");
    positions_ = writer->count().positions;
    bytes_ = std::filesystem::file_size(path_ / "000001.games");
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  double bytes_a_position() const {
    return static_cast<double>(bytes_) / static_cast<double>(positions_);
  }

 private:
  std::filesystem::path path_;
  std::uint64_t positions_ = 0;
  std::uint64_t bytes_ = 0;
};

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
  const Folder folder(Like::AlphaBeta);
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
  const Folder folder(Like::TreeSearch);
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
