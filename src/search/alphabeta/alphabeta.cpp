#include "search/alphabeta/alphabeta.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "chess/movegen.h"
#include "nnue/network.h"
#include "search/alphabeta/parameters.h"
#include "search/alphabeta/searcher.h"
#include "search/chances.h"
#include "search/root_moves.h"
#include "search/tablebases.h"
#include "search/time_manager.h"

namespace tabiya {

namespace {

using Clock = std::chrono::steady_clock;

// Root moves and unfinished lines are told only in searches that take at least this long.
constexpr Milliseconds kPatience{3000};

Milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - start);
}

bool start(std::vector<std::jthread>& threads, Searcher& searcher, int max_depth) {
  try {
    threads.emplace_back([&searcher, max_depth] { searcher.run(max_depth, nullptr); });
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

class AlphaBeta::Impl final : public Supervisor {
 public:
  explicit Impl(std::shared_ptr<const Network> network) : network_(std::move(network)) {
    if (!shared_.table.resize(kStandardTable) || !use_threads(1)) throw std::bad_alloc();
  }

  SearchResult run(const Game&, const SearchLimits&, SearchListener&);

  void allow() {
    const std::lock_guard lock(mutex_);
    shared_.stop = false;
    stop_asked_ = false;
    ponder_hit_ = false;
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    shared_.stop = true;
    stop_asked_ = true;
    changed_.notify_all();
  }
  void ponder_hit() {
    const std::lock_guard lock(mutex_);
    ponder_hit_ = true;
    ponder_hit_time_ = Clock::now();
    changed_.notify_all();
  }
  void forget() {
    shared_.table.clear();
    for (auto& searcher : searchers_) searcher->forget();
    last_value_.reset();
  }

  bool use_table_of(std::size_t mebibytes) { return shared_.table.resize(mebibytes); }
  bool use_threads(int count) {
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
  void use(std::shared_ptr<const Network> network) {
    network_ = std::move(network);
    for (auto& searcher : searchers_) searcher->use(network_);
    shared_.table.clear();  // its evaluations are the old network's
  }
  void use(std::shared_ptr<const Tablebases> tablebases) {
    shared_.tablebases = std::move(tablebases);
    shared_.table.clear();
  }

 private:
  // The first thread asks these.
  void check_limits() override;
  void on_line(int depth, std::span<const RootMove> best, int rank) override;
  void on_root_move(int depth, Move, int number) override;
  void on_iteration(int depth, const RootMove& best) override;

  // The time since the clock of this move began to run; none while pondering.
  bool is_pondering() const { return limits_->ponder && !ponder_hit_.load(); }
  Milliseconds on_clock() const {
    return since(limits_->ponder ? ponder_hit_time_.load() : start_);
  }
  std::uint64_t nodes() const;
  void plan_next_check();
  SearchInfo info(int depth, const RootMove&, int rank) const;
  const Searcher& best_searcher() const;
  void wait_until_wanted();

  SharedSearch shared_;
  std::shared_ptr<const Network> network_;
  std::vector<std::unique_ptr<Searcher>> searchers_;

  // stop() and ponder_hit() come from other threads. The mutex orders them with the waiting at the
  // end of a search; while it runs, the atomics are enough.
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_asked_ = false;  // behind the mutex; a limit that is reached stops, too, without this
  std::atomic<bool> ponder_hit_ = false;
  std::atomic<Clock::time_point> ponder_hit_time_{};

  // Of the running search.
  const SearchLimits* limits_ = nullptr;
  SearchListener* listener_ = nullptr;
  const Position* root_ = nullptr;
  TimeBudget budget_;
  Clock::time_point start_;
  Move steady_move_ = kNoMove;
  int steady_iterations_ = 0;
  bool thought_enough_ = false;      // for an ordinary move
  std::optional<Value> last_value_;  // of the iteration before, or of the search before
};

std::uint64_t AlphaBeta::Impl::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& searcher : searchers_) sum += searcher->nodes();
  return sum;
}

void AlphaBeta::Impl::plan_next_check() {
  if (!limits_->nodes) return;
  const std::uint64_t done = nodes();
  const std::uint64_t left = *limits_->nodes > done ? *limits_->nodes - done : 1;
  searchers_.front()->check_within(std::max<std::uint64_t>(left / searchers_.size(), 1));
}

void AlphaBeta::Impl::check_limits() {
  if (limits_->nodes && nodes() >= *limits_->nodes) shared_.stop = true;
  if (thought_enough_ && !is_pondering()) shared_.stop = true;
  if (budget_.highest && !is_pondering() && !limits_->infinite && on_clock() >= *budget_.highest)
    shared_.stop = true;
  plan_next_check();
}

SearchInfo AlphaBeta::Impl::info(int depth, const RootMove& move, int rank) const {
  // A move that this iteration has not reached yet has its score from the one before.
  const bool reached = move.value != -kInfinite;
  SearchInfo info;
  info.depth = reached ? depth : std::max(depth - 1, 1);
  info.selective_depth = std::max(move.selective_depth, info.depth);
  info.rank = rank;
  const Value value = reached ? move.value : move.previous;
  info.score = to_score(value == -kInfinite ? 0 : value);
  info.bound = reached ? move.bound : Bound::Exact;
  info.chances = chances_of(info.score, *root_);
  info.nodes = nodes();
  for (const auto& searcher : searchers_) info.tablebase_hits += searcher->tablebase_hits();
  info.table_permille = shared_.table.permille_full();
  info.time = since(start_);
  info.line = move.line;
  return info;
}

void AlphaBeta::Impl::on_line(int depth, std::span<const RootMove> best, int rank) {
  const RootMove& newest = best[static_cast<std::size_t>(rank) - 1];
  if (newest.bound != Bound::Exact) {
    if (since(start_) >= kPatience && limits_->multi_pv == 1)
      listener_->on_info(info(depth, newest, rank));
    return;
  }
  // With several lines, all are told together when the last is known.
  const int last = std::min(limits_->multi_pv, static_cast<int>(best.size()));
  if (rank < last) return;
  for (int i = 1; i <= last; ++i)
    listener_->on_info(info(depth, best[static_cast<std::size_t>(i) - 1], i));
}

void AlphaBeta::Impl::on_root_move(int depth, Move move, int number) {
  if (since(start_) >= kPatience) listener_->on_root_move({depth, move, number});
}

// Is another iteration worth its time? More of it when the best move keeps changing or the score
// falls; less when nearly all work went into one move.
void AlphaBeta::Impl::on_iteration(int depth, const RootMove& best) {
  steady_iterations_ = best.move == steady_move_ ? steady_iterations_ + 1 : 0;
  steady_move_ = best.move;
  const Value fall = last_value_ ? *last_value_ - best.value : 0;
  last_value_ = best.value;

  if (limits_->mate && best.value >= kMateSeen &&
      to_score(best.value).mate_moves() <= *limits_->mate)
    shared_.stop = true;
  if (limits_->soft_nodes && nodes() >= *limits_->soft_nodes) shared_.stop = true;

  if (!budget_.ideal || limits_->infinite) {
    plan_next_check();
    return;
  }
  const double settled = std::max(0.55, 1.35 - 0.1 * steady_iterations_);
  const double alarm = std::clamp(1.0 + fall / 120.0, 0.8, 1.6);
  const double share = static_cast<double>(best.nodes) /
                       static_cast<double>(std::max<std::uint64_t>(searchers_.front()->nodes(), 1));
  const double effort = std::clamp(1.75 - share, 0.6, 1.4);
  const bool only_move = searchers_.front()->root_moves().size() == 1;
  const double factor = only_move ? 0.1 : settled * alarm * effort;
  const auto ideal = std::chrono::duration<double, std::milli>(*budget_.ideal) * factor;
  // What was thought while pondering counts, too: then the answer is due with the ponder hit, not
  // with the end of an iteration that may be a long one.
  thought_enough_ = depth >= 2 && std::chrono::duration<double, std::milli>(since(start_)) >= ideal;
  if (thought_enough_ && !is_pondering()) shared_.stop = true;
  plan_next_check();
}

// The threads vote: deeper and better lines count more, and a mate is a mate.
const Searcher& AlphaBeta::Impl::best_searcher() const {
  const Searcher* best = searchers_.front().get();
  if (limits_->multi_pv > 1 || searchers_.size() == 1) return *best;
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

// UCI: while pondering or in an infinite search, the answer comes only when it is asked for.
void AlphaBeta::Impl::wait_until_wanted() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return stop_asked_ || (!limits_->infinite && (!limits_->ponder || ponder_hit_.load()));
  });
}

SearchResult AlphaBeta::Impl::run(const Game& game, const SearchLimits& limits,
                                  SearchListener& listener) {
  start_ = Clock::now();
  limits_ = &limits;
  listener_ = &listener;
  const Position root = game.position();
  root_ = &root;
  budget_ = time_budget(limits, root.side_to_move());
  steady_move_ = kNoMove;
  steady_iterations_ = 0;
  thought_enough_ = false;

  SearchResult result;
  const std::vector<Move> moves = root_moves(root, limits, shared_.tablebases.get());
  if (moves.empty()) {
    result.info.score = root.in_check() ? Score::mated_in_plies(0) : Score::centipawns(0);
    result.info.chances = chances_of(result.info.score, root);
    listener.on_info(result.info);
    wait_until_wanted();
    return result;
  }

  shared_.table.begin_search();
  for (auto& searcher : searchers_) searcher->prepare(game, moves, limits.multi_pv);
  plan_next_check();
  const int max_depth = std::clamp(limits.depth.value_or(kMaxPly - 1), 1, kMaxPly - 1);
  {
    std::vector<std::jthread> threads;
    // When the system has no more threads to give, those that run will do.
    for (std::size_t i = 1; i < searchers_.size(); ++i)
      if (!start(threads, *searchers_[i], max_depth)) break;
    searchers_.front()->run(max_depth, this);
    wait_until_wanted();
    shared_.stop = true;
  }

  const Searcher& best = best_searcher();
  const RootMove& choice = best.root_moves().front();
  result.best = choice.move;
  result.info = info(best.completed_depth(), choice, 1);
  if (choice.line.size() > 1) {
    result.ponder = choice.line[1];
  } else if (const auto entry = shared_.table.find(root.after(choice.move).key())) {
    if (is_legal(root.after(choice.move), entry->move)) result.ponder = entry->move;
  }
  if (&best != searchers_.front().get()) listener.on_info(result.info);
  last_value_ = choice.value != -kInfinite ? choice.value : choice.previous;
  return result;
}

AlphaBeta::AlphaBeta(std::shared_ptr<const Network> network)
    : impl_(std::make_unique<Impl>(std::move(network))) {}
AlphaBeta::~AlphaBeta() = default;

SearchResult AlphaBeta::run(const Game& game, const SearchLimits& limits,
                            SearchListener& listener) {
  return impl_->run(game, limits, listener);
}
void AlphaBeta::allow() { impl_->allow(); }
void AlphaBeta::stop() { impl_->stop(); }
void AlphaBeta::ponder_hit() { impl_->ponder_hit(); }
void AlphaBeta::forget() { impl_->forget(); }
bool AlphaBeta::use_table_of(std::size_t mebibytes) { return impl_->use_table_of(mebibytes); }
bool AlphaBeta::use_threads(int count) { return impl_->use_threads(count); }
void AlphaBeta::use(std::shared_ptr<const Network> network) { impl_->use(std::move(network)); }
void AlphaBeta::use(std::shared_ptr<const Tablebases> tablebases) {
  impl_->use(std::move(tablebases));
}

}  // namespace tabiya
