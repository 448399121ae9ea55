// A placeholder until the real search is merged: three plies of material.
#include "search/alphabeta/alphabeta.h"

#include <atomic>
#include <thread>

#include "chess/movegen.h"

namespace tabiya {
namespace {
int material(const Position& p) {
  constexpr int values[] = {100, 325, 350, 500, 900, 0};
  int sum = 0;
  for (PieceType t : kPieceTypes)
    sum += values[index(t)] * (p.pieces(p.side_to_move(), t).count() - p.pieces(!p.side_to_move(), t).count());
  return sum;
}
int negamax(const Position& p, int depth, std::uint64_t& nodes) {
  ++nodes;
  const MoveList moves = legal_moves(p);
  if (moves.empty()) return p.in_check() ? -31900 : 0;
  if (depth == 0) return material(p);
  int best = -32000;
  for (Move m : moves) best = std::max(best, -negamax(p.after(m), depth - 1, nodes));
  return best;
}
}  // namespace
class AlphaBeta::Impl {
 public:
  std::atomic<bool> stop = false;
  std::atomic<bool> pondering = false;
};
AlphaBeta::AlphaBeta(std::shared_ptr<const Network>) : impl_(std::make_unique<Impl>()) {}
AlphaBeta::~AlphaBeta() = default;
SearchResult AlphaBeta::run(const Game& game, const SearchLimits& limits, SearchListener& listener) {
  impl_->pondering = limits.ponder;
  SearchResult result;
  std::uint64_t nodes = 0;
  const auto start = std::chrono::steady_clock::now();
  int best = -40000;
  for (Move m : legal_moves(game.position())) {
    const int value = -negamax(game.position().after(m), 2, nodes);
    if (value <= best) continue;
    best = value;
    result.best = m;
    result.info = SearchInfo{.depth = 3, .selective_depth = 3, .score = best > 31000 ? Score::mate_in_plies(1) : best < -31000 ? Score::mated_in_plies(2) : Score::centipawns(best), .nodes = nodes, .line = {m}};
    result.info.time = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
    listener.on_info(result.info);
  }
  while (!impl_->stop && (limits.infinite || impl_->pondering)) std::this_thread::sleep_for(Milliseconds(1));
  return result;
}
void AlphaBeta::allow() { impl_->stop = false; }
void AlphaBeta::stop() { impl_->stop = true; }
void AlphaBeta::ponder_hit() { impl_->pondering = false; }
void AlphaBeta::forget() {}
bool AlphaBeta::use_table_of(std::size_t) { return true; }
void AlphaBeta::use_threads(int) {}
void AlphaBeta::use(std::shared_ptr<const Network>) {}
void AlphaBeta::use(std::shared_ptr<const Tablebases>) {}
}  // namespace tabiya
