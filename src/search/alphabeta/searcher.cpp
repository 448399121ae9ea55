// A search thread's iterations, its moves forth and back, and what it learns from them; the search
// itself is in searcher_tree.cpp.
#include "search/alphabeta/searcher.h"

#include <algorithm>

#include "chess/movegen.h"
#include "chess/outcome.h"
#include "search/alphabeta/rules.h"
#include "search/tablebases.h"

namespace tabiya {

static_assert(kHighestEvaluation < kDecisive);

namespace {

// The key after most moves, known before the move is played: the earlier the memory is asked for an
// entry of the transposition table, the shorter the wait. Castling, promotions and lost rights are
// left out.
Key likely_key_after(const Position& position, Move move, Piece mover) {
  Key key = position.key() ^ zobrist::black_to_move() ^ zobrist::piece(mover, move.from()) ^
            zobrist::piece(mover, move.to());
  if (const auto captured = position.piece_at(move.to()))
    key ^= zobrist::piece(*captured, move.to());
  return key;
}

// Sorts by insertion, which leaves equals as they are; nearly all are in order already.
// (std::stable_sort of g++ 12 does not please clang.)
void rank_anew(std::vector<RootMove>::iterator first, std::vector<RootMove>::iterator last) {
  const auto by_rank = [](const RootMove& a, const RootMove& b) { return ranks_before(a, b); };
  for (auto next = first; next != last; ++next)
    std::rotate(std::upper_bound(first, next, *next, by_rank), next, next + 1);
}

}  // namespace

Searcher::Searcher(SharedSearch& shared, std::shared_ptr<const Network> network, int number)
    : shared_(shared),
      number_(number),
      frames_(static_cast<std::size_t>(kMaxPly + kFramesBefore + 4)),
      lines_(static_cast<std::size_t>(kMaxPly + 4)),
      accumulators_(std::move(network), kMaxPly + 4) {}

void Searcher::use(std::shared_ptr<const Network> network) {
  accumulators_ = AccumulatorStack(std::move(network), kMaxPly + 4);
  forget();
}

void Searcher::forget() {
  history_->clear();
  *correction_ = CorrectionHistory();
}

void Searcher::prepare(const Game& game, std::span<const Move> moves, int multi_pv) {
  nodes_ = 0;
  tablebase_hits_ = 0;
  completed_depth_ = 0;
  multi_pv_ = std::min(static_cast<std::size_t>(multi_pv), moves.size());
  root_moves_.clear();
  for (Move move : moves) root_moves_.push_back(RootMove{.move = move, .line = {move}});

  keys_.clear();
  for (std::size_t ply = 0; ply <= game.length(); ++ply)
    keys_.push_back(game.position_at(ply).key());
  root_ply_of_keys_ = static_cast<int>(game.length());
  keys_.resize(keys_.size() + static_cast<std::size_t>(kMaxPly) + 4);

  std::fill(frames_.begin(), frames_.end(), Frame{});
  frame(0).position = game.position();
  frame(0).plies_since_pass = root_ply_of_keys_;
  accumulators_.reset(game.position());
}

void Searcher::run(int max_depth, Supervisor* supervisor) {
  supervisor_ = supervisor;
  until_check_ = kCheckInterval;
  // Threads that begin elsewhere do not all do the same work at the same time.
  for (int depth = 1 + number_ % 2; depth <= max_depth && !stopped(); ++depth) {
    root_depth_ = depth;
    for (RootMove& move : root_moves_) {
      move.previous = move.value;
      move.value = -kInfinite;
    }
    for (std::size_t rank = 0; rank < multi_pv_ && !stopped(); ++rank) search_rank(depth, rank);
    if (stopped()) return;
    completed_depth_ = depth;
    if (supervisor_ != nullptr) supervisor_->on_iteration(depth, root_moves_.front());
  }
}

// Finds the best of the root moves that are not ranked yet, with a window around the value it had
// before; one that proves too narrow is widened on that side.
void Searcher::search_rank(int depth, std::size_t rank) {
  rank_ = rank;
  selective_depth_ = 0;
  const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(rank);

  const Value expected = first->previous;
  Value delta = parameters.aspiration_width;
  Value alpha = -kInfinite;
  Value beta = kInfinite;
  if (depth >= parameters.aspiration_depth && !is_decisive(expected)) {
    alpha = std::max(expected - delta, -kInfinite);
    beta = std::min(expected + delta, kInfinite);
  }
  int reduction = 0;

  for (;;) {
    const Value value = search<Node::Root>(0, alpha, beta, std::max(1, depth - reduction), false);
    // Whatever was found out before the stop counts: the first move is as good as it was.
    rank_anew(first, root_moves_.end());
    if (stopped()) break;

    if (value <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(value - delta, -kInfinite);
      reduction = 0;
    } else if (value >= beta) {
      beta = std::min(value + delta, kInfinite);
      reduction = std::min<int>(reduction + 1, parameters.aspiration_reduction);
    } else {
      break;
    }
    if (supervisor_ != nullptr)
      supervisor_->on_line(depth, root_moves_, static_cast<int>(rank) + 1);
    delta += delta * parameters.aspiration_growth / 100;
    if (delta > parameters.aspiration_limit) {
      alpha = -kInfinite;
      beta = kInfinite;
    }
  }

  rank_anew(root_moves_.begin(), first + 1);
  if (supervisor_ != nullptr && !stopped())
    supervisor_->on_line(depth, root_moves_, static_cast<int>(rank) + 1);
}

void Searcher::count_node() {
  // Only this thread writes, so no locked instruction is needed.
  nodes_.store(nodes() + 1, std::memory_order_relaxed);
  if (supervisor_ != nullptr && --until_check_ == 0) {
    until_check_ = kCheckInterval;
    supervisor_->check_limits();
  }
}

void Searcher::play(int ply, Move move) {
  Frame& here = frame(ply);
  Frame& next = frame(ply + 1);
  const Piece mover = *here.position.piece_at(move.from());
  shared_.table.prefetch(likely_key_after(here.position, move, mover));
  here.move = move;
  here.continuation = &history_->after(PieceTo(mover, move.to()));
  next.position = here.position;
  next.position.play(move, accumulators_.push());
  keys_.begin()[root_ply_of_keys_ + ply + 1] = next.position.key();
  next.plies_since_pass = here.plies_since_pass + 1;
  count_node();
}

void Searcher::pass(int ply) {
  Frame& here = frame(ply);
  Frame& next = frame(ply + 1);
  here.move = kNoMove;
  here.continuation = nullptr;
  next.position = here.position.after_pass();
  accumulators_.push_pass();
  const Key key = next.position.key();
  shared_.table.prefetch(key);
  keys_.begin()[root_ply_of_keys_ + ply + 1] = key;
  next.plies_since_pass = 0;
}

// The best line from here is this move and the best line after it.
void Searcher::keep_line(int ply, Move move) {
  Line& here = line(ply);
  const Line& next = line(ply + 1);
  here.moves[0] = move;
  std::copy_n(next.moves.begin(), next.length, here.moves.begin() + 1);
  here.length = next.length + 1;
}

// What the search of a root move found. Of one that is not better only that is known, so it stays
// behind the others.
void Searcher::note_root_move(Move move, bool is_first, Value value, Value alpha, Value beta,
                              std::uint64_t nodes) {
  RootMove& root = *std::find_if(root_moves_.begin(), root_moves_.end(),
                                 [&](const RootMove& candidate) { return candidate.move == move; });
  root.nodes += nodes;
  if (!is_first && value <= alpha) {
    root.value = -kInfinite;
    return;
  }
  root.value = value;
  root.selective_depth = selective_depth_;
  root.bound = value <= alpha ? Bound::Upper : value >= beta ? Bound::Lower : Bound::Exact;
  const Line& rest = line(1);
  root.line.assign(1, move);
  root.line.insert(root.line.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
}

// A repetition inside the tree is as good as a draw: what was best once will be best again.
// Positions of the game before the root count only from the second repetition, as the rules have
// it.
bool Searcher::repeats(int ply) const {
  const Frame& here = frame(ply);
  const int reach = std::min(here.position.halfmove_clock(), here.plies_since_pass);
  const Key* const now = keys_.data() + root_ply_of_keys_ + ply;
  bool seen_in_game = false;
  for (int back = 4; back <= reach; back += 2) {
    if (now[-back] != *now) continue;
    if (back < ply || seen_in_game) return true;
    seen_in_game = true;
  }
  return false;
}

bool Searcher::is_draw(int ply) const {
  const Frame& here = frame(ply);
  if (here.position.halfmove_clock() >= 100 && (!here.in_check || has_legal_move(here.position)))
    return true;
  return repeats(ply) || is_insufficient_material(here.position);
}

Value Searcher::network_evaluation(int ply) {
  return std::clamp(accumulators_.evaluate(frame(ply).position), -kHighestEvaluation,
                    kHighestEvaluation);
}

Value Searcher::corrected(Value evaluation, const Position& position) const {
  return std::clamp(
      faded(evaluation, position.halfmove_clock(), parameters) + correction_->correction(position),
      -kHighestEvaluation, kHighestEvaluation);
}

Continuations Searcher::continuations(int ply) {
  return {frame(ply - 1).continuation, frame(ply - 2).continuation, frame(ply - 4).continuation};
}

int Searcher::quiet_history(int ply, Move move) const {
  const Position& position = frame(ply).position;
  const std::size_t to = PieceTo(*position.piece_at(move.from()), move.to()).index_in_table();
  int quarters = history_->quiet(position.side_to_move(), move).value() * parameters.quiet_share;
  if (const ContinuationTable* table = frame(ply - 1).continuation)
    quarters += (*table)[to].value() * parameters.continuation_share_1;
  if (const ContinuationTable* table = frame(ply - 2).continuation)
    quarters += (*table)[to].value() * parameters.continuation_share_2;
  return quarters / 4;
}

void Searcher::add_quiet_history(int ply, Move move, int bonus) {
  const Position& position = frame(ply).position;
  const std::size_t to = PieceTo(*position.piece_at(move.from()), move.to()).index_in_table();
  history_->quiet(position.side_to_move(), move).add(bonus);
  for (ContinuationTable* table : continuations(ply))
    if (table != nullptr) (*table)[to].add(bonus);
}

// The quiet move that led here was among the first to be tried, and is refuted without a search.
void Searcher::blame_earlier_move(int ply, int depth) {
  const Frame& before = frame(ply - 1);
  if (before.continuation == nullptr || before.number > parameters.history_early_moves ||
      is_capture_or_promotion(before.position, before.move))
    return;
  add_quiet_history(ply - 1, before.move, -history_bonus(depth, parameters));
}

void Searcher::add_capture_history(const Position& position, Move move, int bonus) {
  history_->capture(*position.piece_at(move.from()), move.to(), victim(position, move)).add(bonus);
}

// A move has refuted the one before: it and its like are to come earlier, those tried in vain
// later.
void Searcher::reward(int ply, Move best, int depth, std::span<const Move> quiets,
                      std::span<const Move> captures) {
  Frame& here = frame(ply);
  const int bonus = history_bonus(depth, parameters);
  if (is_capture_or_promotion(here.position, best)) {
    add_capture_history(here.position, best, bonus);
  } else {
    if (here.killers[0] != best) here.killers = {best, here.killers[0]};
    const Frame& before = frame(ply - 1);
    if (before.continuation != nullptr) {
      const auto mover = here.position.piece_at(before.move.to());
      if (mover) history_->counter(PieceTo(*mover, before.move.to())) = best;
    }
    // One that comes first in a shallow node says little.
    if (depth > parameters.history_first_move_depth || !quiets.empty())
      add_quiet_history(ply, best, bonus);
    for (Move move : quiets) add_quiet_history(ply, move, -bonus);
  }
  for (Move move : captures) add_capture_history(here.position, move, -bonus);
}

}  // namespace tabiya
