#include "engine/bench.h"

#include <chrono>
#include <new>
#include <utility>

#include "engine/bench_positions.h"
#include "notation/play.h"
#include "search/alphabeta/alphabeta.h"

namespace tabiya {

namespace {

// Asks after each iteration whether to go on.
class Watcher final : public SearchListener {
 public:
  Watcher(const BenchWatch& watch, AlphaBeta& search) : watch_(watch), search_(search) {}

  void on_info(const SearchInfo&) override {
    if (go_on_ && !watch_(done_, kBenchPositions.size(), so_far_)) {
      go_on_ = false;
      search_.stop();
    }
  }
  bool next(const BenchResult& so_far) {
    so_far_ = so_far;
    ++done_;
    on_info({});
    return go_on_;
  }

 private:
  const BenchWatch& watch_;
  AlphaBeta& search_;
  std::size_t done_ = 0;
  BenchResult so_far_;
  bool go_on_ = true;
};

}  // namespace

BenchResult bench(std::shared_ptr<const Network> network, const BenchOptions& options,
                  const BenchWatch& watch) {
  AlphaBeta search(std::move(network));
  if (!search.use_table_of(options.table_mebibytes) || !search.use_threads(options.threads))
    throw std::bad_alloc();

  BenchResult result;
  Watcher watcher(watch, search);
  SearchLimits limits;
  limits.depth = options.depth;
  for (std::string_view fen : kBenchPositions) {
    search.forget();
    const auto game = game_from_fen(fen);
    search.allow();
    const auto start = std::chrono::steady_clock::now();
    result.nodes += search.run(*game, limits, watcher).info.nodes;
    result.time +=
        std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
    if (!watcher.next(result)) {
      result.complete = false;
      break;
    }
  }
  return result;
}

}  // namespace tabiya
