// A placeholder until the real search is merged: material, a few plies.
#include "search/alphabeta/alphabeta.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "chess/movegen.h"
#include "search/tablebases.h"

namespace tabiya {
namespace {
int material(const Position& p) {
  constexpr int values[] = {100, 325, 350, 500, 900, 0};
  int sum = 0;
  for (PieceType t : kPieceTypes)
    sum += values[index(t)] *
           (p.pieces(p.side_to_move(), t).count() - p.pieces(!p.side_to_move(), t).count());
  return sum;
}
}  // namespace
class AlphaBeta::Impl {
 public:
  std::atomic<bool> stop = false;
  std::atomic<bool> pondering = false;
  std::uint64_t nodes = 0;
  bool aborted = false;
  SearchLimits limits;
  std::chrono::steady_clock::time_point start;
  Color us = Color::White;

  Milliseconds time() const {
    return std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
  }
  bool over() {
    if (stop) return true;
    if (limits.infinite || pondering) return false;
    if (limits.nodes && nodes >= *limits.nodes) return true;
    if (limits.move_time && time() >= *limits.move_time) return true;
    const auto& clock = limits.clock(us);
    return clock.left && time() >= *clock.left / 30;
  }
  int negamax(const Position& p, int depth, int ply, int alpha, int beta) {
    ++nodes;
    if (aborted || ((nodes & 255) == 0 && (aborted = over()))) return 0;
    MoveList moves;
    if (depth > 0)
      legal_moves(p, moves);
    else
      legal_captures_and_promotions(p, moves);
    if (depth > 0 && moves.empty()) return p.in_check() ? ply - Score::kMate : 0;
    if (depth <= 0) {
      if (!has_legal_move(p)) return p.in_check() ? ply - Score::kMate : 0;
      alpha = std::max(alpha, material(p));
      if (alpha >= beta || depth < -6) return alpha;
    }
    for (Move m : moves) {
      alpha = std::max(alpha, -negamax(p.after(m), depth - 1, ply + 1, -beta, -alpha));
      if (alpha >= beta) break;
    }
    return alpha;
  }
};
AlphaBeta::AlphaBeta(std::shared_ptr<const Network>) : impl_(std::make_unique<Impl>()) {}
AlphaBeta::~AlphaBeta() = default;
SearchResult AlphaBeta::run(const Game& game, const SearchLimits& limits,
                            SearchListener& listener) {
  Impl& me = *impl_;
  me.pondering = limits.ponder;
  me.nodes = 0;
  me.aborted = false;
  me.limits = limits;
  me.start = std::chrono::steady_clock::now();
  me.us = game.position().side_to_move();
  SearchResult result;
  struct Root {
    Move move;
    int value;
  };
  std::vector<Root> roots;
  for (Move m : legal_moves(game.position()))
    if (limits.search_moves.empty() || std::ranges::count(limits.search_moves, m) > 0)
      roots.push_back({m, 0});
  const int deepest = std::min(limits.depth.value_or(20), 20);
  if (!roots.empty()) result.best = roots[0].move;
  for (int depth = 1; depth <= deepest && !roots.empty() && !me.over(); ++depth) {
    auto now = roots;
    for (auto& r : now)
      r.value = -me.negamax(game.position().after(r.move), depth - 1, 1, -32000, 32000);
    if (me.over() && depth > 1) break;
    std::ranges::sort(now, [](const Root& a, const Root& b) { return a.value != b.value ? a.value > b.value : a.move.bits() < b.move.bits(); });
    roots = now;
    for (int rank = std::min<int>(limits.multi_pv, static_cast<int>(roots.size())); rank >= 1;
         --rank) {
      const Root& r = roots[static_cast<std::size_t>(rank - 1)];
      SearchInfo info;
      info.depth = info.selective_depth = depth;
      info.rank = rank;
      info.score = r.value > 31000    ? Score::mate_in_plies(Score::kMate - r.value)
                   : r.value < -31000 ? Score::mated_in_plies(Score::kMate + r.value)
                                      : Score::centipawns(r.value);
      info.nodes = me.nodes;
      info.time = me.time();
      info.line = {r.move};
      listener.on_info(info);
      if (rank == 1) {
        result.best = r.move;
        result.info = info;
      }
    }
    if (limits.mate && result.info.score.is_mate() && result.info.score.is_win() &&
        result.info.score.mate_moves() <= *limits.mate)
      break;
  }
  while (!me.stop && (limits.infinite || me.pondering))
    std::this_thread::sleep_for(Milliseconds(1));
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
class Tablebases::Impl {};
Tablebases::~Tablebases() = default;
std::expected<std::shared_ptr<const Tablebases>, std::string> Tablebases::open(const std::string&) {
  return std::unexpected("tablebases are not supported yet");
}
}  // namespace tabiya
