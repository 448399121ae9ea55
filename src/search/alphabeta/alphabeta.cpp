#include "search/alphabeta/alphabeta.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "chess/movegen.h"
#include "nnue/network.h"
#include "search/alphabeta/parameters.h"
#include "search/score.h"
#include "search/tablebases.h"
#include "search/time_manager.h"

namespace tabiya {

namespace {

// Root moves and unfinished lines are told only in searches that take at least this long.
constexpr Milliseconds kLongSearch{3000};

using Searchers = std::vector<std::unique_ptr<Searcher>>;

// One run: what the first thread asks, and the choice among the lines of all.
class Run final : public Supervisor {
 public:
  // All are kept by reference, for this run.
  Run(SharedSearch& shared, const Searchers& searchers, const Position& root,
      const SearchLimits& limits, SearchListener& listener, const std::stop_token& stop)
      : shared_(shared),
        searchers_(searchers),
        root_(root),
        limits_(limits),
        listener_(listener),
        clock_(limits, stop),
        time_(limits, root.side_to_move()),
        on_stop_(stop, StopFlag{shared}) {}

  // Precondition: the searchers are prepared.
  SearchResult search(std::optional<Tablebases::Verdict>);
  SearchResult without_moves();

 private:
  struct StopFlag {
    SharedSearch& shared;
    void operator()() const { shared.stop = true; }
  };

  void check_limits() override;
  void on_line(int depth, std::span<const RootMove> best, int rank) override;
  void on_root_move(int depth, Move, int number) override;
  void on_iteration(int depth, const RootMove& best) override;

  std::uint64_t nodes() const;
  void plan_next_check();
  SearchInfo info(int depth, const RootMove&, int rank) const;
  const Searcher& best_searcher() const;

  SharedSearch& shared_;
  const Searchers& searchers_;
  const Position& root_;
  const SearchLimits& limits_;
  SearchListener& listener_;

  SearchClock clock_;
  TimeManager time_;
  std::optional<Tablebases::Verdict> verdict_;  // on the root
  Move steady_move_ = kNoMove;
  int steady_iterations_ = 0;
  std::optional<Value> last_value_;  // of the iteration before
  bool thought_enough_ = false;      // for an ordinary move
  std::stop_callback<StopFlag> on_stop_;
};

bool start(std::vector<std::jthread>& threads, Searcher& searcher, int max_depth) {
  try {
    threads.emplace_back([&searcher, max_depth] { searcher.run(max_depth, nullptr); });
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

std::uint64_t Run::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& searcher : searchers_) sum += searcher->nodes();
  return sum;
}

void Run::plan_next_check() {
  if (!limits_.nodes) return;
  const std::uint64_t done = nodes();
  const std::uint64_t left = *limits_.nodes > done ? *limits_.nodes - done : 1;
  searchers_.front()->check_within(std::max<std::uint64_t>(left / searchers_.size(), 1));
}

void Run::check_limits() {
  if (limits_.nodes && nodes() >= *limits_.nodes) shared_.stop = true;
  if (thought_enough_ && !clock_.is_pondering()) shared_.stop = true;
  if (time_.is_time_up(clock_.on_clock())) shared_.stop = true;
  plan_next_check();
}

SearchInfo Run::info(int depth, const RootMove& move, int rank) const {
  // A move that this iteration has not reached yet has its score from the one before.
  const bool reached = move.value != -kInfinite;
  SearchInfo info;
  info.depth = reached ? depth : std::max(depth - 1, 1);
  info.selective_depth = std::max(move.selective_depth, info.depth);
  info.rank = rank;
  const Value value = reached ? move.value : move.previous;
  info.score = to_score(value == -kInfinite ? 0 : value);
  info.bound = reached ? move.bound : Bound::Exact;
  info.chances = chances_of(info.score, root_);
  agree_with(verdict_, info);
  info.nodes = nodes();
  for (const auto& searcher : searchers_) info.tablebase_hits += searcher->tablebase_hits();
  info.hash_permille = shared_.table.permille_full();
  info.time = clock_.elapsed();
  info.line = move.line;
  return info;
}

void Run::on_line(int depth, std::span<const RootMove> best, int rank) {
  const RootMove& newest = best[static_cast<std::size_t>(rank) - 1];
  if (newest.bound != Bound::Exact) {
    if (clock_.elapsed() >= kLongSearch && limits_.multi_pv == 1)
      listener_.on_info(info(depth, newest, rank));
    return;
  }
  // With several lines, all are told together when the last is known.
  const int last = std::min(limits_.multi_pv, static_cast<int>(best.size()));
  if (rank < last) return;
  for (int i = 1; i <= last; ++i)
    listener_.on_info(info(depth, best[static_cast<std::size_t>(i) - 1], i));
}

void Run::on_root_move(int depth, Move move, int number) {
  if (clock_.elapsed() >= kLongSearch) listener_.on_root_move({depth, move, number});
}

// Is another iteration worth its time?
void Run::on_iteration(int depth, const RootMove& best) {
  steady_iterations_ = best.move == steady_move_ ? steady_iterations_ + 1 : 0;
  steady_move_ = best.move;
  const Value fall = last_value_ ? *last_value_ - best.value : 0;
  last_value_ = best.value;

  if (limits_.mate && best.value >= kMateSeen && to_score(best.value).mate_moves() <= *limits_.mate)
    shared_.stop = true;
  if (limits_.soft_nodes && nodes() >= *limits_.soft_nodes) shared_.stop = true;

  const Searcher& first = *searchers_.front();
  const auto all_nodes = static_cast<double>(std::max<std::uint64_t>(first.nodes(), 1));
  // While pondering, the answer is then due with the ponder hit, not with the end of an iteration
  // that may be a long one.
  thought_enough_ = time_.is_enough({.depth = depth,
                                     .steady_iterations = steady_iterations_,
                                     .fall = fall,
                                     .effort = static_cast<double>(best.nodes) / all_nodes,
                                     .only_move = first.root_moves().size() == 1},
                                    clock_.elapsed());
  if (thought_enough_ && !clock_.is_pondering()) shared_.stop = true;
  plan_next_check();
}

// The threads vote: deeper and better lines count more, and a mate is a mate.
const Searcher& Run::best_searcher() const {
  const Searcher* best = searchers_.front().get();
  if (limits_.multi_pv > 1 || searchers_.size() == 1) return *best;
  const auto rank = [](const Searcher& searcher) {
    const RootMove& move = searcher.root_moves().front();
    const Value value = move.value != -kInfinite ? move.value : move.previous;
    return std::pair(is_win(value) ? value : 0, searcher.completed_depth() * parameters.vote_depth +
                                                    value / parameters.vote_value_divisor);
  };
  for (const auto& searcher : searchers_) {
    if (searcher->completed_depth() == 0) continue;
    const RootMove& move = searcher->root_moves().front();
    if (move.value != -kInfinite && move.bound != Bound::Exact) continue;
    if (rank(*searcher) > rank(*best)) best = searcher.get();
  }
  return *best;
}

SearchResult Run::without_moves() {
  SearchResult result;
  result.info.score = root_.in_check() ? Score::mated_in_plies(0) : Score::centipawns(0);
  result.info.chances = chances_of(result.info.score, root_);
  listener_.on_info(result.info);
  clock_.wait_until_wanted();
  return result;
}

SearchResult Run::search(std::optional<Tablebases::Verdict> verdict) {
  verdict_ = verdict;
  plan_next_check();
  const int max_depth = std::clamp(limits_.depth.value_or(kMaxPly - 1), 1, kMaxPly - 1);
  {
    std::vector<std::jthread> threads;
    // However this ends, the others end too, before they are waited for.
    struct StopAll {
      SharedSearch& shared;
      ~StopAll() { shared.stop = true; }
    } const stop_all{shared_};
    // When the system has no more threads to give, those that run will do.
    for (std::size_t i = 1; i < searchers_.size(); ++i)
      if (!start(threads, *searchers_[i], max_depth)) break;
    searchers_.front()->run(max_depth, this);
    clock_.wait_until_wanted();
  }

  const Searcher& best = best_searcher();
  const RootMove& choice = best.root_moves().front();
  SearchResult result;
  result.best = choice.move;
  result.info = info(best.completed_depth(), choice, 1);
  if (choice.line.size() > 1) {
    result.ponder = choice.line[1];
  } else if (const auto entry = shared_.table.find(root_.after(choice.move).key())) {
    if (is_legal(root_.after(choice.move), entry->move)) result.ponder = entry->move;
  }
  if (&best != searchers_.front().get()) listener_.on_info(result.info);
  return result;
}

}  // namespace

AlphaBeta::AlphaBeta(std::shared_ptr<const Network> network) : network_(std::move(network)) {
  if (!shared_.table.resize(kStandardTable) || !use_threads(1)) throw std::bad_alloc();
}

SearchResult AlphaBeta::run(const Game& game, const SearchLimits& limits, SearchListener& listener,
                            std::stop_token stop) {
  shared_.stop = false;
  const Position root = game.position();
  Run run(shared_, searchers_, root, limits, listener, stop);
  const RootMoves choice = root_moves(root, limits, shared_.tablebases.get());
  if (choice.moves.empty()) return run.without_moves();
  shared_.table.begin_search();
  for (auto& searcher : searchers_) searcher->prepare(game, choice.moves, limits.multi_pv);
  return run.search(choice.verdict);
}

void AlphaBeta::forget() {
  shared_.table.clear();
  for (auto& searcher : searchers_) searcher->forget();
}

bool AlphaBeta::use_table_of(std::size_t mebibytes) { return shared_.table.resize(mebibytes); }

bool AlphaBeta::use_threads(int count) {
  const auto wanted = static_cast<std::size_t>(std::max(count, 1));
  const std::size_t before = searchers_.size();
  while (searchers_.size() > wanted) searchers_.pop_back();
  try {
    while (searchers_.size() < wanted)
      searchers_.push_back(
          std::make_unique<Searcher>(shared_, network_, static_cast<int>(searchers_.size())));
  } catch (const std::bad_alloc&) {
    searchers_.resize(before);
    return false;
  }
  return true;
}

void AlphaBeta::use(std::shared_ptr<const Network> network) {
  network_ = std::move(network);
  for (auto& searcher : searchers_) searcher->use(network_);
  shared_.table.clear();  // its evaluations are the old network's
}

void AlphaBeta::use(std::shared_ptr<const Tablebases> tablebases) {
  shared_.tablebases = std::move(tablebases);
  shared_.table.clear();
}

}  // namespace tabiya
