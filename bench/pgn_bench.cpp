// How fast PGN is read, with every move checked. One thread.
//
// items_per_second are plies. "real" are Lichess games with clock comments as they come, "plain"
// the same games without comments, "random" games of a random mover, without comments as well.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.h"
#include "chess/movegen.h"
#include "notation/pgn_game.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"

namespace tabiya {
namespace {

class Counter : public PgnVisitor {
 public:
  std::int64_t plies = 0;
  void move(const Position&, Move) override { ++plies; }
  void broken(const PgnProblem& problem) override { throw std::runtime_error(problem.message); }
};

std::vector<PgnGame> games_in(const std::string& text) {
  StringSource source(text);
  PgnReader reader(source);
  std::vector<PgnGame> games;
  while (auto read = read_pgn_game(reader)) games.push_back(std::move(read->game.value()));
  return games;
}

// Long enough to leave the caches.
std::string repeated(const std::string& text) {
  constexpr std::size_t size = std::size_t{8} << 20;
  std::string all;
  while (all.size() < size) all += text + "\n";
  return all;
}

std::string real() {
  std::ifstream file(TABIYA_TEST_DATA "/pgn/lichess.pgn", std::ios::binary);
  if (!file) throw std::runtime_error("tests/data/pgn/lichess.pgn is missing");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string plain() {
  std::string text;
  for (const PgnGame& game : games_in(real())) {
    PgnGame bare = pgn_from(game.main_line());
    bare.tags = game.tags;
    bare.result = game.result;
    text += to_pgn(bare);
  }
  return text;
}

std::string random_games() {
  Random random(1);
  std::string text;
  for (int i = 0; i < 100; ++i) {
    Game game;
    while (!game.is_over() && game.length() < 200) {
      const MoveList moves = legal_moves(game.position());
      game.play(moves[random.below(moves.size())]);
    }
    text += to_pgn(pgn_from(game));
  }
  return text;
}

void read_pgn(benchmark::State& state, std::string (*sample)()) {
  const std::string text = repeated(sample());
  std::int64_t plies = 0;
  std::int64_t bytes = 0;
  for (auto _ : state) {
    StringSource source(text);
    PgnReader reader(source);
    Counter counter;
    while (reader.read_game(counter)) {
    }
    plies += counter.plies;
    bytes += static_cast<std::int64_t>(text.size());
  }
  state.SetItemsProcessed(plies);
  state.SetBytesProcessed(bytes);
}

void read_trees(benchmark::State& state) {
  const std::string text = repeated(real());
  std::int64_t plies = 0;
  for (auto _ : state) {
    StringSource source(text);
    PgnReader reader(source);
    while (auto read = read_pgn_game(reader))
      plies += static_cast<std::int64_t>(read->game.value().tree.size()) - 1;
  }
  state.SetItemsProcessed(plies);
}

void write_pgn(benchmark::State& state) {
  const std::vector<PgnGame> games = games_in(real());
  std::int64_t plies = 0;
  std::int64_t bytes = 0;
  for (auto _ : state)
    for (const PgnGame& game : games) {
      bytes += static_cast<std::int64_t>(to_pgn(game).size());
      plies += static_cast<std::int64_t>(game.tree.size()) - 1;
    }
  state.SetItemsProcessed(plies);
  state.SetBytesProcessed(bytes);
}

BENCHMARK_CAPTURE(read_pgn, real, real)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_pgn, plain, plain)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_pgn, random, random_games)->Unit(benchmark::kMillisecond);
BENCHMARK(read_trees)->Unit(benchmark::kMillisecond);
BENCHMARK(write_pgn)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tabiya
