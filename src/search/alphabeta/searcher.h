// One thread of the alpha-beta search: iterative deepening over its own copy of the tree.
//
// Threads share the transposition table and the stop flag and nothing else; each finds its own way,
// and what one of them stores in the table helps the others (Lazy SMP).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "nnue/accumulator_stack.h"
#include "search/alphabeta/history.h"
#include "search/alphabeta/move_picker.h"
#include "search/alphabeta/transposition_table.h"
#include "search/alphabeta/value.h"
#include "search/search.h"

namespace tabiya {

class Tablebases;

// A move at the root of the search, with what is known about it.
struct RootMove {
  Move move;
  Value value = -kInfinite;     // of this iteration; not known for moves that were not the best
  Value previous = -kInfinite;  // of the last iteration
  Bound bound = Bound::Exact;
  int selective_depth = 0;
  std::uint64_t nodes = 0;  // spent below it, in the whole search
  std::vector<Move> line;   // beginning with the move

  // The best first; those without a value stay as the last iteration left them.
  friend bool ranks_before(const RootMove& a, const RootMove& b) {
    return a.value != b.value ? a.value > b.value : a.previous > b.previous;
  }
};

// What all threads of a search share.
struct SharedSearch {
  TranspositionTable table;
  std::atomic<bool> stop = false;
  std::shared_ptr<const Tablebases> tablebases;
};

// Watches over the first thread: reports, and decides when it is enough. The other threads have
// none.
class Supervisor {
 public:
  virtual ~Supervisor() = default;
  virtual void check_limits() = 0;  // called every few hundred nodes; may set the stop flag
  virtual void on_line(int depth, std::span<const RootMove> best, int rank) = 0;
  virtual void on_root_move(int depth, Move, int number) = 0;
  virtual void on_iteration(int depth, const RootMove& best) = 0;  // may set the stop flag
};

class Searcher {
 public:
  Searcher(SharedSearch&, std::shared_ptr<const Network>, int number);
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  void forget();  // all histories
  void use(std::shared_ptr<const Network>);

  // A search: prepare() everywhere first, then run() in each thread. Precondition: root_moves is
  // not empty.
  void prepare(const Game&, std::span<const Move> root_moves, int multi_pv);
  void run(int max_depth, Supervisor*);

  // After run(), or from the supervisor's calls.
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  int completed_depth() const { return completed_depth_; }

  // From any thread.
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }

  // The supervisor's check comes after at most this many further nodes.
  void check_within(std::uint64_t nodes) { until_check_ = std::min(until_check_, nodes); }

 private:
  enum class Node : std::uint8_t { Root, Pv, NonPv };

  // What a node leaves for those below and beside it.
  struct Frame {
    Position position = Position::start();
    Value static_evaluation = kNoValue;
    Move move = kNoMove;                        // the one being searched from here
    ContinuationTable* continuation = nullptr;  // of that move; null for a pass
    Move excluded = kNoMove;                    // left out by a search for singularity
    std::array<Move, 2> killers{kNoMove, kNoMove};
    int fail_highs = 0;         // among the children of this node's siblings' parent
    int double_extensions = 0;  // on the way here
    int plies_since_pass = 0;
    int number = 0;  // of the move being searched from here, among those tried
    KingLines king_lines;
    bool in_check = false;
  };
  struct Line {
    int length = 0;
    std::array<Move, kMaxPly + 2> moves;
  };

  static constexpr int kFramesBefore = 4;  // so that ply − 4 exists at the root
  static constexpr std::uint64_t kCheckInterval = 512;
  static constexpr std::uint64_t kNodesForAMove = 20'000;

  Frame& frame(int ply) { return frames_.begin()[ply + kFramesBefore]; }
  const Frame& frame(int ply) const { return frames_.begin()[ply + kFramesBefore]; }
  Line& line(int ply) { return lines_.begin()[ply]; }

  // The first thread finishes its first iteration even when it is to stop, so that there is a move
  // worth playing; unless the position is so wild that this takes long.
  bool stopped() const {
    return shared_.stop.load(std::memory_order_relaxed) &&
           (completed_depth_ > 0 || number_ > 0 || nodes() > kNodesForAMove);
  }
  void search_rank(int depth, std::size_t rank);

  // What every node begins with.
  template <bool kPv>
  Frame& enter(int ply) {
    Frame& here = frame(ply);
    here.king_lines = king_lines(here.position);
    here.in_check = here.king_lines.checkers.any();
    if (kPv) {
      line(ply).length = 0;
      selective_depth_ = std::max(selective_depth_, ply + 1);
    }
    return here;
  }

  template <Node kNode>
  Value search(int ply, Value alpha, Value beta, int depth, bool cut_node);
  template <bool kPv>
  Value quiescence(int ply, Value alpha, Value beta);

  // The parts of search() that answer without looking at all moves; kNoValue: no answer.
  Value probe_tablebases(int ply, int depth);
  Value try_pass(int ply, Value beta, int depth, int reduction);
  Value try_probcut(int ply, int depth, Value threshold, Move tt_move, bool cut_node, Value raw);

  void count_node();
  void play(int ply, Move);
  void pass(int ply);
  void take_back() { accumulators_.pop(); }
  void keep_line(int ply, Move);
  void note_root_move(Move, bool is_first, Value, Value alpha, Value beta, std::uint64_t nodes);

  bool is_draw(int ply) const;
  bool repeats(int ply) const;
  Value draw_value() const { return static_cast<Value>(nodes() & 2) - 1; }

  Value network_evaluation(int ply);
  Value corrected(Value evaluation, const Position&) const;

  Continuations continuations(int ply);
  int quiet_history(int ply, Move) const;
  void reward(int ply, Move best, int depth, std::span<const Move> quiets,
              std::span<const Move> captures);
  void add_quiet_history(int ply, Move, int bonus);
  void blame_earlier_move(int ply, int depth);
  void add_capture_history(const Position&, Move, int bonus);

  SharedSearch& shared_;
  const int number_;
  Supervisor* supervisor_ = nullptr;

  std::atomic<std::uint64_t> nodes_ = 0;
  std::atomic<std::uint64_t> tablebase_hits_ = 0;
  std::uint64_t until_check_ = kCheckInterval;

  std::vector<RootMove> root_moves_;
  std::size_t rank_ = 0;  // of the root move being searched for: those before it are left out
  std::size_t multi_pv_ = 1;
  int root_depth_ = 0;
  int completed_depth_ = 0;
  int selective_depth_ = 0;
  int root_ply_of_keys_ = 0;

  std::vector<Key> keys_;  // of the game's positions, then of those on the way to this node
  std::vector<Frame> frames_;
  std::vector<Line> lines_;
  AccumulatorStack accumulators_;
  std::unique_ptr<MoveHistory> history_ = std::make_unique<MoveHistory>();
  std::unique_ptr<CorrectionHistory> correction_ = std::make_unique<CorrectionHistory>();
};

}  // namespace tabiya
