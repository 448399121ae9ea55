#include "search/mcts/mcts.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "chess/movegen.h"
#include "search/mcts/move_choice.h"
#include "search/mcts/threads.h"
#include "search/tablebases.h"

namespace tabiya {
namespace {

// A longer mate than this is one that no search sees.
constexpr int kLongestMate = 1000;

// How often a search reports in which nothing new happens.
constexpr Milliseconds kLongestSilence{1000};
// New best moves come and go; they are reported, but not more often than this.
constexpr Milliseconds kBetweenNews{100};

}  // namespace

// Tells a listener how the search goes: what is new, or that it is still alive.
class Mcts::Reporter {
 public:
  // All are kept by reference, for one run.
  Reporter(const Tree&, const SharedRun&, const SearchLimits&, const SearchClock&, SearchListener&);

  // The moves are those of the root, best first.
  void report(const std::vector<MoveStatistics>& moves, bool even_if_old);
  SearchInfo info(const MoveStatistics&, int rank) const;

 private:
  const Tree& tree_;
  const SharedRun& run_;
  const SearchLimits& limits_;
  const SearchClock& clock_;
  SearchListener& listener_;
  Milliseconds last_report_{0};
  std::optional<Move> reported_move_;
  int reported_depth_ = 0;
};

Mcts::Reporter::Reporter(const Tree& tree, const SharedRun& run, const SearchLimits& limits,
                         const SearchClock& clock, SearchListener& listener)
    : tree_(tree), run_(run), limits_(limits), clock_(clock), listener_(listener) {}

SearchInfo Mcts::Reporter::info(const MoveStatistics& move, int rank) const {
  SearchInfo info;
  info.depth = run_.average_depth();
  info.selective_depth = std::max(run_.deepest.load(), info.depth);
  info.rank = rank;
  info.score = score_of(move);
  info.chances = move.chances;
  agree_with(run_.verdict, info);
  info.nodes = run_.finished.load();
  info.tablebase_hits = run_.tablebase_hits.load();
  const Arena& arena = tree_.arena();
  info.hash_permille = static_cast<int>(arena.used() * 1000 / arena.capacity());
  info.time = clock_.elapsed();
  info.line = best_line(tree_, move.move);
  return info;
}

void Mcts::Reporter::report(const std::vector<MoveStatistics>& moves, bool even_if_old) {
  if (moves.empty() || (moves.front().visits == 0 && !even_if_old)) return;
  const SearchInfo best = info(moves.front(), 1);
  const bool is_new = moves.front().move != reported_move_ || best.depth > reported_depth_;
  const Milliseconds silent = clock_.elapsed() - last_report_;
  if (!even_if_old && reported_move_ && silent < (is_new ? kBetweenNews : kLongestSilence)) return;
  reported_move_ = moves.front().move;
  reported_depth_ = best.depth;
  last_report_ = clock_.elapsed();
  listener_.on_info(best);
  // Nothing is known yet of moves that were not visited.
  int rank = 1;
  for (std::size_t i = 1; i < moves.size() && rank < limits_.multi_pv; ++i)
    if (moves[i].visits > 0) listener_.on_info(info(moves[i], ++rank));
}

Mcts::Mcts(std::shared_ptr<Evaluator> evaluator, const MctsConfig& config)
    : evaluator_(std::move(evaluator)),
      random_(config.seed),
      config_(config),
      tree_(std::make_unique<Tree>(config.memory)) {}

// The tree of the last run, if this game is that one and some moves. A root that knows some of its
// moves only cannot be continued, nor can a later one continue it.
void Mcts::keep_what_fits(const Game& game, bool all_moves) {
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

void Mcts::add_noise() {
  const auto edges = tree_->edges(tree_->root());
  const std::vector<float> noise = dirichlet_noise(edges.size(), config_.noise_alpha, random_);
  std::vector<float> priors;
  priors.reserve(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    priors.push_back((1 - config_.noise_share) * edges[i].prior() + config_.noise_share * noise[i]);
  tree_->set_root_priors(priors);
}

void Mcts::search(SharedRun& run, SearchClock& clock, const TimeManager& time, Reporter& reporter) {
  bool is_new = true;
  const auto root_is_ready = [&] {
    if (std::exchange(is_new, false) && config_.noise_share > 0)
      tree_mutex_.change([&] { add_noise(); });
  };
  const auto is_enough = [&] {
    const auto ranked = root_statistics();
    reporter.report(ranked, false);
    return clock.may_end() && time.is_enough({.on_clock = clock.on_clock(),
                                              .thought = clock.elapsed(),
                                              .finished = run.finished.load(),
                                              .threads = config_.threads,
                                              .average_depth = run.average_depth()},
                                             ranked);
  };
  const auto is_over = [&] { return clock.is_stopped() || time.is_time_up(clock.on_clock()); };

  SearchThreads threads(*tree_, run, clock, time);
  while (true) {
    threads.work(root_is_ready, is_enough);
    // Memory is short: perhaps much of it holds what earlier moves have left behind.
    if (!run.out_of_memory || run.is_inconsistent || !tree_->has_left_nodes_behind() || is_over())
      break;
    if (!compact(is_over)) break;
    run.out_of_memory = run.ended = false;
  }
  clock.wait_until_wanted();
}

bool Mcts::compact(const std::function<bool()>& give_up) {
  try {
    const auto copy = tree_->compact_copy(give_up);
    if (copy) tree_mutex_.change([&] { tree_->move_to(*copy); });
    return copy.has_value();
  } catch (const std::bad_alloc&) {  // there is none for what it has to remember meanwhile
    return false;
  }
}

SearchResult Mcts::answer_without_moves(const Position& position, SearchListener& listener,
                                        SearchClock& clock) {
  SearchResult result;
  const bool mated = position.in_check();
  result.info.score = mated ? Score::mated_in_plies(0) : Score::centipawns(0);
  if (mated) result.info.chances = {0, 0, 1};
  listener.on_info(result.info);
  clock.wait_until_wanted();
  return result;
}

// Stopped before the root was evaluated, or that failed.
SearchResult Mcts::answer_without_search(const std::vector<Move>& moves, SearchListener& listener) {
  SearchResult result;
  result.best = move_without_search(last_game_->position(), moves);
  result.info.line = {*result.best};
  result.info.depth = 1;
  listener.on_info(result.info);
  tree_mutex_.change([&] { last_game_.reset(); });
  return result;
}

SearchResult Mcts::run(const Game& game, const SearchLimits& limits, SearchListener& listener,
                       std::stop_token stop) {
  SearchClock clock(limits, std::move(stop));
  const TimeManager time(limits, game.position().side_to_move());
  const RootMoves choice = root_moves(game.position(), limits, tablebases_.get());
  const std::vector<Move>& moves = choice.moves;
  if (moves.empty()) return answer_without_moves(game.position(), listener, clock);

  Game copy = game;  // first, so that nothing is half done if there is no memory for it
  tree_mutex_.change([&] {
    keep_what_fits(game, static_cast<int>(moves.size()) == count_legal_moves(game.position()));
    last_game_ = std::move(copy);
  });
  SharedRun run{.game = *last_game_,
                .root_moves = moves,
                .config = config_,
                .evaluator = *evaluator_,
                .tablebases = tablebases_.get(),
                .verdict = choice.verdict,
                .most = limits.nodes,
                .mate = {},
                .wants_every_move = limits.multi_pv > 1 || limits.infinite || limits.mate};
  if (limits.mate) run.mate = 2 * std::clamp(*limits.mate, 0, kLongestMate) - 1;
  Reporter reporter(*tree_, run, limits, clock, listener);
  search(run, clock, time, reporter);

  if (!run.failure.empty())
    listener.on_note(fmt::format("the search ended early: {}", run.failure));
  memory_was_full_ = run.out_of_memory && run.failure.empty();
  if (run.out_of_memory) listener.on_note("the search ended early: its memory is full");
  if (run.counted_out) listener.on_note("the search ended early: a node cannot count more visits");

  const auto ranked = root_statistics();
  if (ranked.empty()) return answer_without_search(moves, listener);
  reporter.report(ranked, true);
  if (config_.verbose) listener.on_move_statistics(ranked);
  SearchResult result;
  result.best = ranked.front().move;
  result.info = reporter.info(ranked.front(), 1);
  if (result.info.line.size() > 1) result.ponder = result.info.line[1];
  if (run.is_inconsistent)
    tree_mutex_.change([&] { last_game_.reset(); });  // nothing to go on with
  return result;
}

void Mcts::forget() {
  tree_mutex_.change([&] {
    tree_->clear();
    last_game_.reset();
  });
  random_ = Random(config_.seed);  // so that a game played again is the same again
}

void Mcts::use(std::shared_ptr<Evaluator> evaluator) {
  use_same_network(std::move(evaluator));
  forget();
}

void Mcts::use_same_network(std::shared_ptr<Evaluator> evaluator) {
  evaluator_ = std::move(evaluator);
}

void Mcts::use(std::shared_ptr<const Tablebases> tablebases) {
  tablebases_ = std::move(tablebases);
  forget();
}

bool Mcts::use(const MctsConfig& config) {
  std::unique_ptr<Tree> tree;
  if (config.memory != config_.memory) {
    try {
      tree = std::make_unique<Tree>(config.memory);
    } catch (const std::bad_alloc&) {
      return false;
    }
  }
  if (config.seed != config_.seed) random_ = Random(config.seed);
  tree_mutex_.change([&] {
    config_ = config;
    if (!tree) return;
    tree_.swap(tree);
    last_game_.reset();
  });
  return true;
}

std::vector<MoveStatistics> Mcts::root_statistics() const {
  return tabiya::root_statistics(*tree_, config_);
}

std::array<float, kPolicySize> Mcts::root_policy() const {
  if (!last_game_) return {};
  return tabiya::root_policy(root_statistics(), *last_game_);
}

std::optional<TreeView> Mcts::tree_view(const Position& root, std::span<const Move> path) const {
  return tree_mutex_.look([&]() -> std::optional<TreeView> {
    if (!last_game_ || last_game_->position() != root) return std::nullopt;
    return view_of(*tree_, root, path, config_);
  });
}

}  // namespace tabiya
