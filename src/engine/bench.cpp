#include "engine/bench.h"

#include <chrono>
#include <new>
#include <stop_token>
#include <utility>

#include "engine/bench_positions.h"
#include "notation/play.h"
#include "search/alphabeta/alphabeta.h"

namespace tabiya {

namespace {

// Asks after each iteration whether to go on.
class Watcher final : public SearchListener {
 public:
  explicit Watcher(const BenchWatch& watch) : watch_(watch) {}

  void on_info(const SearchInfo&) override {
    if (!stop_.stop_requested() && !watch_(done_, kBenchPositions.size(), so_far_))
      stop_.request_stop();
  }
  bool next(const BenchResult& so_far) {
    so_far_ = so_far;
    ++done_;
    on_info({});
    return !stop_.stop_requested();
  }
  std::stop_token stop() const { return stop_.get_token(); }

 private:
  const BenchWatch& watch_;
  std::stop_source stop_;
  std::size_t done_ = 0;
  BenchResult so_far_;
};

}  // namespace

BenchResult bench(std::shared_ptr<const Network> network, const BenchOptions& options,
                  const BenchWatch& watch) {
  AlphaBeta search(std::move(network));
  if (!search.use_table_of(options.table_mebibytes) || !search.use_threads(options.threads))
    throw std::bad_alloc();

  BenchResult result;
  Watcher watcher(watch);
  SearchLimits limits;
  limits.depth = options.depth;
  for (std::string_view fen : kBenchPositions) {
    search.forget();
    const auto game = game_from_fen(fen);
    const auto start = std::chrono::steady_clock::now();
    result.nodes += search.run(*game, limits, watcher, watcher.stop()).info.nodes;
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
