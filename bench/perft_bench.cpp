// Perft against Debian's Stockfish, one thread each, in turns within the same run.
//
// Machines are noisy, so both have several tries and the best of each counts. The counters:
//   tabiya, played, stockfish   million nodes a second; "played" makes every leaf move too
//   ratio, ratio_played         the first two divided by the third
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "chess/perft.h"
#include "notation/fen.h"
#include "stockfish.h"

namespace tabiya {
namespace {

constexpr int kTries = 7;

template <class Count>
double million_nodes_a_second(Count count, std::uint64_t expected) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t nodes = count();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (nodes != expected) throw std::runtime_error(fmt::format("{} instead of {}", nodes, expected));
  return static_cast<double>(nodes) / time.count() / 1e6;
}

void against_stockfish(benchmark::State& state, std::string_view fen, int depth,
                       std::uint64_t nodes) {
  const Position position = parse_fen(fen).value();
  double counted = 0;
  double played = 0;
  double stockfish = 0;
  for (auto _ : state) {
    Stockfish peer;
    if (!peer.is_running()) {
      state.SkipWithError("stockfish is not installed");
      return;
    }
    peer.set_position(fen);
    for (int i = 0; i < kTries; ++i) {
      const auto best = [&](double& rate, auto count) {
        rate = std::max(rate, million_nodes_a_second(count, nodes));
      };
      best(stockfish, [&] { return peer.perft(depth); });
      best(counted, [&] { return perft(position, depth); });
      best(played, [&] { return perft_playing_leaves(position, depth); });
    }
  }
  state.counters["tabiya"] = counted;
  state.counters["played"] = played;
  state.counters["stockfish"] = stockfish;
  state.counters["ratio"] = counted / stockfish;
  state.counters["ratio_played"] = played / stockfish;
}

void perft_start(benchmark::State& state) { against_stockfish(state, kStartFen, 6, 119'060'324); }
void perft_kiwipete(benchmark::State& state) {
  against_stockfish(state, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                    5, 193'690'690);
}
BENCHMARK(perft_start)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(perft_kiwipete)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace tabiya
