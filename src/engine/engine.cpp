#include "engine/engine.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <random>
#include <utility>
#include <vector>

#include "base/system.h"
#include "chess/movegen.h"
#include "nnue/evaluate.h"
#include "nnue/network.h"
#include "search/tablebases.h"

namespace tabiya {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

// What is larger than before must fit.
Result<void> fits_this_machine(const EngineSettings& before, const EngineSettings& wanted) {
  struct Need {
    std::string_view option;
    std::size_t before;
    std::size_t wanted;
    std::size_t bytes_each;
  };
  const std::size_t all = mebibytes_of_this_machine();
  for (const Need& need : {Need{"Hash", before.hash, wanted.hash, kMebibyte},
                           Need{"TreeMemory", before.tree.search.memory / kMebibyte,
                                wanted.tree.search.memory / kMebibyte, kMebibyte},
                           Need{"NetCache", before.tree.evaluator.cache,
                                wanted.tree.evaluator.cache, EvaluationCache::kBytesEach}})
    if (all > 0 && need.wanted > need.before && need.wanted * need.bytes_each / kMebibyte >= all)
      return failure("this machine has {} MiB of memory, so {} cannot be {}", all, need.option,
                     need.wanted);
  return {};
}

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

Engine::Engine() : Engine(random_seed()) {}
Engine::Engine(std::uint64_t seed)
    : random_(seed), network_(Network::built_in()), alpha_beta_(network_) {}
Engine::~Engine() { finish(); }

// --- settings -------------------------------------------------------------------------------

Result<void> Engine::configure(const EngineSettings& wanted) {
  if (auto fine = check_limits(wanted); !fine) return fine;
  if (auto fits = fits_this_machine(settings_, wanted); !fits) return fits;
  finish();
  static constexpr Step kSteps[]{&Engine::use_hash, &Engine::use_threads, &Engine::use_eval_file,
                                 &Engine::use_tablebases, &Engine::use_tree};
  const EngineSettings before = settings_;
  const std::shared_ptr<const Network> network = network_;
  for (const Step step : kSteps) {
    if (auto done = (this->*step)(wanted); !done) {
      // Its file may have changed, so the network itself is put back.
      if (network_ != network) use(network);
      // Each step compares with the settings in use, which are now those of the steps done.
      settings_ = wanted;
      settings_.eval_file = before.eval_file;
      for (const Step undo : kSteps) {
        if (undo == step) break;
        [[maybe_unused]] const auto undone = (this->*undo)(before);
      }
      settings_ = before;
      // What is gone must not pass for the path in use: it can be set again then.
      if (tablebases_ == nullptr) settings_.syzygy_path.clear();
      return done;
    }
  }
  settings_ = wanted;
  return {};
}

Result<void> Engine::use_hash(const EngineSettings& wanted) {
  if (wanted.hash == settings_.hash || alpha_beta_.use_table_of(wanted.hash)) return {};
  return failure("there are no {} MiB of memory left for Hash; it stays as it was", wanted.hash);
}

Result<void> Engine::use_threads(const EngineSettings& wanted) {
  if (wanted.threads == settings_.threads || alpha_beta_.use_threads(wanted.threads)) return {};
  return failure("there is not enough memory for {} threads", wanted.threads);
}

Result<void> Engine::use_eval_file(const EngineSettings& wanted) {
  return wanted.eval_file == settings_.eval_file ? Result<void>()
                                                 : read_eval_file(wanted.eval_file);
}

Result<void> Engine::read_eval_file(const std::string& file) {
  auto opened = Network::open(file == kBuiltInNetwork ? "" : file);
  if (!opened) return failure("{}; the network stays as it was", opened.error().message);
  use(*opened);
  return {};
}

void Engine::use(const std::shared_ptr<const Network>& network) {
  network_ = network;
  alpha_beta_.use(network_);
}

Result<void> Engine::use_tablebases(const EngineSettings& wanted) {
  if (wanted.syzygy_path == settings_.syzygy_path) return {};
  // Only one set may be open, so the old one goes first.
  if (tablebases_) use(std::shared_ptr<const Tablebases>());
  if (wanted.syzygy_path.empty()) return {};
  const auto opened = Tablebases::open(wanted.syzygy_path);
  if (opened) {
    use(*opened);
    return {};
  }
  if (const std::string& before = settings_.syzygy_path; !before.empty())
    if (const auto again = Tablebases::open(before)) use(*again);
  return std::unexpected(opened.error());
}

void Engine::use(const std::shared_ptr<const Tablebases>& tablebases) {
  tablebases_ = tablebases;
  has_told_of_tablebases_ = false;
  alpha_beta_.use(tablebases);
  tree_.use(tablebases);
}

// The error of a network file says by itself what it is about.
Result<void> Engine::use_tree(const EngineSettings& wanted) {
  auto done = tree_.configure(wanted);
  if (done || wanted.tree.network != settings_.tree.network) return done;
  const std::string_view option = first_tree_difference(settings_, wanted);
  if (option.empty()) return done;
  return failure("{} stays as it was: {}", option, done.error().message);
}

Result<void> Engine::read_network_again(EngineKind kind) {
  finish();
  return kind == EngineKind::Mcts ? tree_.read_network_again(settings_)
                                  : read_eval_file(settings_.eval_file);
}

// --- games and searches ---------------------------------------------------------------------

void Engine::new_game() {
  forget();
  set_game(Game());
}

void Engine::forget() {
  finish();
  alpha_beta_.forget();
  if (tree_.is_there()) tree_.search().forget();
}

void Engine::set_game(Game game) {
  auto wanted = std::make_shared<const Game>(std::move(game));
  const std::lock_guard lock(mutex_);
  seen_ = nullptr;
  game_ = std::move(wanted);
}

Search& Engine::active() {
  if (settings_.engine == EngineKind::Mcts) return tree_.search();
  return alpha_beta_;
}

void Engine::finish() {
  stop();
  wait();
}

void Engine::go(const SearchLimits& asked, EngineListener& listener) {
  finish();
  stop_ = std::stop_source();
  ponder_hit_ = std::stop_source();
  {
    const std::lock_guard lock(mutex_);
    seen_ = &active();
  }
  SearchLimits limits = asked;
  limits.ponder_hit = ponder_hit_.get_token();
  limits.multi_pv = settings_.multi_pv;
  limits.move_overhead = settings_.move_overhead;
  worker_.start([this, game = game_, limits = std::move(limits), &listener] {
    SearchResult result;
    try {
      result = search(*game, limits, listener);
    } catch (const std::exception& error) {  // above all: no memory is left
      listener.on_note(error.what());
    }
    tell_of_failed_tablebases(listener);
    listener.on_result(result);
  });
}

SearchResult Engine::search(const Game& game, const SearchLimits& limits,
                            EngineListener& listener) {
  if (settings_.engine == EngineKind::Mcts) {
    if (!tree_.has_network())
      listener.on_note("mcts has no network (option WeightsFile): all moves look alike to it");
    else if (settings_.tree.evaluator.onnx.session.provider != Provider::Cpu)
      listener.on_note(tree_.network_description());  // the card may not compute all of it
  }
  // Analysis is at full strength, whatever the strength of play.
  if (settings_.limit_strength && !limits.infinite)
    return search_weakly(game, limits, strength_of(settings_.elo), listener);
  return active().run(game, limits, listener, stop_.get_token());
}

void Engine::tell_of_failed_tablebases(EngineListener& listener) {
  if (has_told_of_tablebases_ || tablebases_ == nullptr || !tablebases_->has_failed()) return;
  has_told_of_tablebases_ = true;
  listener.on_note(
      "a tablebase file is damaged, probing it crashes; the tablebases are not used any more");
}

SearchResult Engine::search_weakly(const Game& game, SearchLimits limits, const Strength& strength,
                                   EngineListener& listener) {
  const int ranks = limits.multi_pv;
  const int moves = limits.search_moves.empty() ? count_legal_moves(game.position())
                                                : static_cast<int>(limits.search_moves.size());
  limits.multi_pv = std::min(std::max(ranks, strength.candidates), std::max(moves, 1));
  Candidates candidates(game, limits.multi_pv, ranks, listener);
  limits.depth = std::min(limits.depth.value_or(strength.depth), strength.depth);
  limits.nodes = std::min(limits.nodes.value_or(strength.nodes), strength.nodes);

  SearchResult result = active().run(game, limits, candidates, stop_.get_token());
  const std::vector<Candidate> judged = candidates.sorted();
  if (!result.best || judged.empty()) return result;
  const Move chosen = judged[choose(judged, strength, random_)].move;
  result.info = candidates.info_of(chosen);
  result.best = chosen;
  result.ponder.reset();
  if (result.info.line.size() > 1) result.ponder = result.info.line[1];
  return result;
}

std::optional<TreeView> Engine::tree(std::span<const Move> path) const {
  std::unique_lock lock(mutex_);
  const std::shared_ptr<const Game> game = game_;
  const Search* const search = seen_;
  lock.unlock();
  return search == nullptr ? std::nullopt : search->tree_view(game->position(), path);
}

int Engine::evaluation() const { return evaluate(*network_, game_->position()); }

}  // namespace tabiya
