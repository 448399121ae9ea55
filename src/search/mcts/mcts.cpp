#include "search/mcts/mcts.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "chess/movegen.h"
#include "search/mcts/noise.h"
#include "search/mcts/simulator.h"
#include "search/root_moves.h"
#include "search/tablebases.h"
#include "search/time_manager.h"

namespace tabiya {
namespace {

using Clock = std::chrono::steady_clock;

// How often the clock is looked at while a search runs, and how often people hear of it if nothing
// new happens.
constexpr Milliseconds kLook{5};
constexpr Milliseconds kSilence{1000};
// New best moves come and go; people want to hear of them, but not that fast.
constexpr Milliseconds kBreath{100};

Milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<Milliseconds>(Clock::now() - start);
}

}  // namespace

class Mcts::Impl {
 public:
  Impl(std::shared_ptr<Evaluator> evaluator, const MctsConfig& config)
      : evaluator_(std::move(evaluator)),
        config_(config),
        tree_(std::make_unique<Tree>(config.memory)),
        random_(config.seed) {}

  SearchResult run(const Game&, const SearchLimits&, SearchListener&);

  void allow() {
    const std::lock_guard lock(mutex_);
    stop_ = false;
    ponder_hit_.reset();
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    give_up_.request_stop();
    changed_.notify_all();
  }
  void ponder_hit() {
    const std::lock_guard lock(mutex_);
    ponder_hit_ = Clock::now();
    changed_.notify_all();
  }
  void forget() {
    tree_->clear();
    last_game_.reset();
  }

  void use(std::shared_ptr<Evaluator> evaluator) {
    evaluator_ = std::move(evaluator);
    forget();
  }
  void use(std::shared_ptr<const Tablebases> tablebases) {
    tablebases_ = std::move(tablebases);
    forget();
  }
  bool use(const MctsConfig& config) {
    if (config.memory != config_.memory) {
      try {
        tree_ = std::make_unique<Tree>(config.memory);
      } catch (const std::bad_alloc&) {
        return false;
      }
      last_game_.reset();
    }
    if (config.seed != config_.seed) random_ = Random(config.seed);
    config_ = config;
    return true;
  }
  const MctsConfig& config() const { return config_; }
  const Tree& tree() const { return *tree_; }
  const Game& game() const { return *last_game_; }
  bool has_run() const { return last_game_.has_value(); }

 private:
  void keep_what_fits(const Game&, bool all_moves);
  void add_noise();
  void search(SharedRun&);
  void watch(SharedRun&, std::unique_lock<std::mutex>&);
  bool is_enough(const SharedRun&);
  bool is_pondering() const { return limits_->ponder && !ponder_hit_; }
  bool may_end() const { return !limits_->infinite && !is_pondering(); }
  SearchInfo info(const SharedRun&, const RootMoveStatistics&, int rank) const;
  void report(const SharedRun&, bool even_if_old);

  std::shared_ptr<Evaluator> evaluator_;
  std::shared_ptr<const Tablebases> tablebases_;
  MctsConfig config_;
  std::unique_ptr<Tree> tree_;
  Random random_;
  std::optional<Game> last_game_;  // what the tree's root stands for
  bool knows_all_moves_ = true;    // the root does

  // Behind the mutex. stop() and ponder_hit() come from other threads, and the searching threads
  // tell when they are done.
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  std::optional<Clock::time_point> ponder_hit_;
  std::stop_source give_up_;  // of the running search
  int at_work_ = 0;           // threads

  // Stored by the first searching thread; before that, nobody else looks at the tree.
  std::atomic<bool> root_is_ready_ = false;

  // Of the running search, for the thread that called run().
  const SearchLimits* limits_ = nullptr;
  SearchListener* listener_ = nullptr;
  TimeBudget budget_;
  Clock::time_point start_;
  Clock::time_point last_report_;
  std::optional<Move> reported_move_;
  int reported_depth_ = 0;
};

// The tree of the last run, if this game is that one and some moves. A root that knows some of its
// moves only is not one to go on with, nor one to come.
void Mcts::Impl::keep_what_fits(const Game& game, bool all_moves) {
  bool continues = last_game_ && all_moves && last_game_->variant() == game.variant() &&
                   last_game_->start() == game.start() && last_game_->length() <= game.length();
  std::vector<Move> played;
  for (std::size_t ply = 0; continues && ply < game.length(); ++ply) {
    if (ply >= last_game_->length())
      played.push_back(game.move_at(ply));
    else
      continues = last_game_->move_at(ply) == game.move_at(ply);
  }
  // Of the same root, noise would be added to noise.
  if (played.empty() && (!knows_all_moves_ || config_.noise_share > 0)) continues = false;
  if (!continues || !tree_->advance(played)) tree_->clear();
  knows_all_moves_ = all_moves;
}

void Mcts::Impl::add_noise() {
  const auto edges = tree_->edges(tree_->root());
  const std::vector<float> noise = dirichlet_noise(edges.size(), config_.noise_alpha, random_);
  std::vector<float> priors;
  priors.reserve(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    priors.push_back((1 - config_.noise_share) * edges[i].prior() + config_.noise_share * noise[i]);
  tree_->set_root_priors(priors);
}

// The threads at work, and this one watching over them.
void Mcts::Impl::search(SharedRun& run) {
  const std::stop_token stop = give_up_.get_token();
  const auto leave = [this] {
    const std::lock_guard lock(mutex_);
    --at_work_;
    changed_.notify_all();
  };
  // The first thread sees to the root, which all others need.
  root_is_ready_ = false;
  const auto work = [&, this](bool first) {
    Simulator simulator(*tree_, run);
    if (first) {
      if (simulator.prepare_root(stop)) {
        if (config_.noise_share > 0 && tree_->root().edge_count() > 0) add_noise();
        if (tree_->root().proof().is_known()) run.ended = true;
      } else {
        run.ended = true;
      }
      root_is_ready_ = true;
      root_is_ready_.notify_all();
    } else {
      root_is_ready_.wait(false);
    }
    if (!run.ended) simulator.run(stop);
    leave();
  };
  std::vector<std::jthread> threads;  // after all that they use
  std::unique_lock lock(mutex_);
  for (int i = 0; i < std::max(config_.threads, 1); ++i) {
    try {
      threads.emplace_back([&work, i] { work(i == 0); });
      ++at_work_;
    } catch (const std::exception&) {
      break;  // the system has no more threads to give; those that run will do
    }
  }
  if (threads.empty()) {  // not even one: this thread does it all, without a watch
    ++at_work_;
    lock.unlock();
    work(true);
    lock.lock();
  }
  watch(run, lock);
  give_up_.request_stop();
  lock.unlock();
  threads.clear();  // joins
}

void Mcts::Impl::watch(SharedRun& run, std::unique_lock<std::mutex>& lock) {
  while (at_work_ > 0 && !stop_) {
    // Without a clock there is less to look after.
    changed_.wait_for(lock, budget_.highest || limits_->depth ? kLook : kLook * 10);
    if (at_work_ == 0 || stop_) break;
    lock.unlock();
    if (root_is_ready_) report(run, false);
    const bool enough = is_enough(run);
    lock.lock();
    if (enough && may_end()) break;
  }
  // UCI: while pondering or in an infinite search, the answer comes only when it is asked for.
  if (at_work_ == 0) changed_.wait(lock, [this] { return stop_ || may_end(); });
}

bool Mcts::Impl::is_enough(const SharedRun& run) {
  std::unique_lock lock(mutex_);
  if (!may_end()) return false;
  const Clock::time_point began = limits_->ponder ? *ponder_hit_ : start_;
  lock.unlock();
  if (limits_->depth && run.average_depth() >= *limits_->depth) return true;
  if (!budget_.highest) return false;
  const Milliseconds on_clock = since(began);
  if (on_clock >= *budget_.highest) return true;

  if (!root_is_ready_) return false;
  const auto moves = tabiya::root_statistics(*tree_, config_);
  if (moves.empty()) return false;
  if (moves.size() == 1 && budget_.ideal) return true;
  // The most visited move should also look best; if it does not, it may take somewhat longer.
  bool is_settled = true;
  for (const RootMoveStatistics& move : moves)
    if (move.visits > moves.front().visits / 2 && move.value > moves.front().value + 0.02F)
      is_settled = false;
  const Milliseconds planned =
      budget_.ideal
          ? std::min(is_settled ? *budget_.ideal : *budget_.ideal * 3 / 2, *budget_.highest)
          : *budget_.highest;
  if (on_clock >= planned) return true;
  // Can the second still overtake the first in the time that is left?
  if (limits_->multi_pv > 1 || !budget_.ideal || moves.size() < 2) return false;
  const double elapsed = static_cast<double>(std::max<std::int64_t>(since(start_).count(), 1));
  // Before some batches have come back, nobody knows how fast it goes.
  const auto finished = static_cast<double>(run.finished.load());
  if (finished < 64.0 * std::max(config_.threads, 1)) return false;
  const double rate = finished / elapsed;
  const double to_come = rate * static_cast<double>((planned - on_clock).count());
  return elapsed > 20 && moves[0].visits > moves[1].visits + to_come;
}

SearchInfo Mcts::Impl::info(const SharedRun& run, const RootMoveStatistics& move, int rank) const {
  SearchInfo info;
  info.depth = run.average_depth();
  info.selective_depth = std::max(run.deepest.load(), info.depth);
  info.rank = rank;
  info.score = score_of(move);
  info.chances = chances_of(move);
  info.nodes = run.finished.load();
  info.tablebase_hits = run.tablebase_hits.load();
  const Arena& arena = tree_->arena();
  info.table_permille = static_cast<int>(arena.used() * 1000 / arena.capacity());
  info.time = since(start_);
  info.line = best_line(*tree_, move.move);
  return info;
}

// Something new, or a sign of life.
void Mcts::Impl::report(const SharedRun& run, bool even_if_old) {
  const auto moves = tabiya::root_statistics(*tree_, config_);
  if (moves.empty() || (moves.front().visits == 0 && !even_if_old)) return;
  const SearchInfo best = info(run, moves.front(), 1);
  const bool is_new = moves.front().move != reported_move_ || best.depth > reported_depth_;
  if (!even_if_old && reported_move_ && since(last_report_) < (is_new ? kBreath : kSilence)) return;
  reported_move_ = moves.front().move;
  reported_depth_ = best.depth;
  last_report_ = Clock::now();
  listener_->on_info(best);
  // Nothing is known yet of moves that were not visited.
  int rank = 1;
  for (std::size_t i = 1; i < moves.size() && rank < limits_->multi_pv; ++i)
    if (moves[i].visits > 0) listener_->on_info(info(run, moves[i], ++rank));
}

SearchResult Mcts::Impl::run(const Game& game, const SearchLimits& limits,
                             SearchListener& listener) {
  start_ = last_report_ = Clock::now();
  limits_ = &limits;
  listener_ = &listener;
  reported_move_.reset();
  reported_depth_ = 0;
  budget_ = time_budget(limits, game.position().side_to_move());
  {
    const std::lock_guard lock(mutex_);
    give_up_ = std::stop_source();
    if (stop_) give_up_.request_stop();
  }

  SearchResult result;
  const std::vector<Move> moves = root_moves(game.position(), limits, tablebases_.get());
  if (moves.empty()) {
    const bool mated = game.position().in_check();
    result.info.score = mated ? Score::mated_in_plies(0) : Score::centipawns(0);
    if (mated) result.info.chances = {0, 0, 1000};
    listener.on_info(result.info);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stop_ || may_end(); });
    return result;
  }

  keep_what_fits(game, static_cast<int>(moves.size()) == count_legal_moves(game.position()));
  last_game_ = game;

  SharedRun run{.game = *last_game_,
                .root_moves = moves,
                .config = config_,
                .evaluator = *evaluator_,
                .tablebases = tablebases_.get(),
                .most = limits.nodes};
  search(run);

  if (!run.failure.empty())
    listener.on_note(fmt::format("the search ended early: {}", run.failure));
  if (run.out_of_memory) listener.on_note("the search ended early: its memory is full");

  const auto ranked = tabiya::root_statistics(*tree_, config_);
  if (ranked.empty()) {  // stopped before the root was evaluated, or that failed
    result.best = moves.front();
    result.info.line = {moves.front()};
    result.info.depth = 1;
    listener.on_info(result.info);
    last_game_.reset();
    return result;
  }
  report(run, true);
  if (config_.verbose) {
    std::vector<MoveStatistics> all;
    all.reserve(ranked.size());
    for (const RootMoveStatistics& move : ranked)
      all.push_back(
          {move.move, move.visits, move.prior, move.value, move.exploration, chances_of(move)});
    listener.on_move_statistics(all);
  }
  result.best = ranked.front().move;
  result.info = info(run, ranked.front(), 1);
  if (result.info.line.size() > 1) result.ponder = result.info.line[1];
  return result;
}

Mcts::Mcts(std::shared_ptr<Evaluator> evaluator, const MctsConfig& config)
    : impl_(std::make_unique<Impl>(std::move(evaluator), config)) {}
Mcts::~Mcts() = default;

SearchResult Mcts::run(const Game& game, const SearchLimits& limits, SearchListener& listener) {
  return impl_->run(game, limits, listener);
}
void Mcts::allow() { impl_->allow(); }
void Mcts::stop() { impl_->stop(); }
void Mcts::ponder_hit() { impl_->ponder_hit(); }
void Mcts::forget() { impl_->forget(); }
void Mcts::use(std::shared_ptr<Evaluator> evaluator) { impl_->use(std::move(evaluator)); }
void Mcts::use(std::shared_ptr<const Tablebases> tablebases) { impl_->use(std::move(tablebases)); }
bool Mcts::use(const MctsConfig& config) { return impl_->use(config); }
const MctsConfig& Mcts::config() const { return impl_->config(); }
std::vector<RootMoveStatistics> Mcts::root_statistics() const {
  return tabiya::root_statistics(impl_->tree(), impl_->config());
}
std::array<float, kPolicySize> Mcts::root_policy() const {
  if (!impl_->has_run()) return {};
  return tabiya::root_policy(root_statistics(), impl_->game());
}
const Tree& Mcts::tree() const { return impl_->tree(); }

}  // namespace tabiya
