#include "engine/bench.h"

#include <array>
#include <chrono>
#include <new>
#include <stop_token>
#include <string_view>
#include <utility>

#include "notation/play.h"
#include "search/alphabeta/alphabeta.h"

namespace tabiya {

namespace {

// Openings, middlegames, endings, mates and a stalemate trick, so that every rule of the search has
// something to say.
constexpr std::array<std::string_view, 32> kBenchPositions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rn1qk2r/pp1b1ppp/3p1n2/2pPp3/4P3/3B1N1P/PPP2PP1/RNQ1K2R w KQkq - 1 9",
    "r2q1rk1/pbpnppbp/1p1p1np1/8/2PPP3/2N2N1P/PP2BPP1/R1BQ1RK1 w - - 2 9",
    "rn2kb1r/pp4pp/2pp1q2/5b2/3Pp3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 9",
    "2rqkbnr/1b1p1ppp/ppn1p3/8/P2N4/2N3P1/1PP1PPBP/R1BQ1RK1 w k - 0 9",
    "r2qk1nr/ppp3pp/2nb4/1B1pp3/8/1P2P3/PBPP1P1P/RN1QK2R w KQkq - 2 9",
    "rn2k1nr/ppq2pbp/2ppp1p1/8/2BPP3/2N1BQ1P/PPP2PP1/R3K2R w KQkq - 0 9",
    "rnbqk2r/pp2n1pp/2p2p2/2b1p3/8/2NP1NP1/PP1BPPBP/R2Q1RK1 w kq - 3 9",
    "r3k1nr/pp2ppb1/2pqb1pp/2p5/4P3/2NPB3/PPPN1PPP/R2QK2R b KQkq - 4 9",
    "r2qkb1r/pp1nnpp1/2p1p2p/3pP3/3P1N2/N2b4/PPP2PPP/R1BQ1RK1 w kq - 0 9",
    "r1bqk2r/1p2bppp/p1np1n2/3Np3/4P3/N7/PPP2PPP/R1BQKB1R w KQkq - 0 9",
    "rn1q1rk1/pp2pp1p/3pbbp1/2p5/3P4/2P1PN2/PP1NBPPP/R2QK2R b KQ - 0 9",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/pp1bqpp1/2nppn1p/2p3N1/1bP5/1PN3P1/PBQPPPBP/3R1RK1 w - - 0 15",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 14",
    "1rbq1rk1/p3ppbp/3p1np1/2pP4/1nP5/RP3NP1/1BQNPPBP/4K2R b K - 0 14",
    "4r1k1/r1q2ppp/ppp2n2/4P3/5Rb1/1N1BQ3/PPP3PP/R5K1 w - - 1 17",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/3P4/1PNBPN2/PB3PPP/2RQ1RK1 w - - 4 13",
    "r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4Pp2/1BNP4/PPP2PPP/3R1RK1 w - - 2 14",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "8/3p4/p1bk3p/Pp6/1Kp1PpPp/2P2P1P/2P5/5B2 b - - 0 1",
    "8/1p3pp1/7p/5P1P/2k3P1/8/2K2P2/8 w - - 0 1",
    "5rk1/q6p/2p3bR/1pPp1rP1/1P1Pp3/P3B1Q1/1K3P2/R7 w - - 93 90",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "k7/7R/6Q1/8/8/8/r7/7K w - - 0 1",
};

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
