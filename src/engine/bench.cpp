#include "engine/bench.h"

#include <chrono>
#include <new>
#include <utility>

#include "engine/bench_positions.h"
#include "notation/play.h"
#include "search/alphabeta/alphabeta.h"

namespace tabiya {

BenchResult bench(std::shared_ptr<const Network> network, const BenchOptions& options,
                  const BenchWatch& watch) {
  AlphaBeta search(std::move(network));
  if (!search.use_table_of(options.table_mebibytes)) throw std::bad_alloc();
  search.use_threads(options.threads);

  BenchResult result;
  std::size_t done = 0;
  SearchListener nobody;
  for (std::string_view fen : kBenchPositions) {
    search.forget();
    const auto game = game_from_fen(fen);
    SearchLimits limits;
    limits.depth = options.depth;
    search.allow();
    const auto start = std::chrono::steady_clock::now();
    result.nodes += search.run(*game, limits, nobody).info.nodes;
    result.time +=
        std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
    ++done;
    if (!watch(done, kBenchPositions.size(), result)) {
      result.complete = done == kBenchPositions.size();
      break;
    }
  }
  return result;
}

}  // namespace tabiya
