#include "engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "base/machine_memory.h"
#include "base/number_from.h"
#include "base/random.h"
#include "base/result.h"
#include "chess/movegen.h"
#include "engine/candidates.h"
#include "engine/engine_options.h"
#include "engine/option_value.h"
#include "engine/strength.h"
#include "engine/tree_player.h"
#include "engine/worker.h"
#include "nnue/evaluate.h"
#include "nnue/network.h"
#include "search/alphabeta/alphabeta.h"
#include "search/alphabeta/parameters.h"
#include "search/tablebases.h"

namespace tabiya {
namespace {

using Applied = Result<void>;

// Precondition: checked_value() made the text.
int number_in(std::string_view text) { return number_from<int>(text).value_or(0); }

Applied fits_this_machine(std::string_view option, int value, std::size_t bytes_each) {
  const std::size_t all = mebibytes_of_this_machine();
  if (all > 0 && static_cast<std::size_t>(value) * bytes_each >> 20 >= all)
    return failure("this machine has {} MiB of memory, so {} cannot be {}", all, option, value);
  return {};
}

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

// Remembers the result for think().
class ResultKeeper final : public EngineListener {
 public:
  void on_result(const SearchResult& result) override { result_ = result; }
  const SearchResult& result() const { return result_; }

 private:
  SearchResult result_;
};

}  // namespace

class Engine::Impl {
 public:
  explicit Impl(std::uint64_t seed) : random_(seed), alpha_beta_(network_) {}
  ~Impl() { finish(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::span<const Option> options() const { return options_; }
  Applied set_option(std::string_view name, std::string_view value);

  void new_game() {
    finish();
    forget();
    set_game(Game());
  }
  void set_game(Game game) {
    seen_ = nullptr;
    game_ = std::make_shared<const Game>(std::move(game));
  }
  const Game& game() const { return *game_; }

  void go(const SearchLimits&, EngineListener&);
  void stop() {
    if (worker_.is_busy()) active_->stop();
  }
  void ponder_hit() {
    if (worker_.is_busy()) active_->ponder_hit();
  }
  void finish() {
    stop();
    worker_.wait();
  }
  Worker& worker() { return worker_; }
  std::optional<TreeView> tree(std::span<const Move> path) const {
    const Search* const search = seen_;
    return search == nullptr ? std::nullopt : search->tree_view(path);
  }
  int evaluation() const { return evaluate(*network_, game_->position()); }

 private:
  void forget() {
    alpha_beta_.forget();
    if (tree_.is_there()) tree_.search().forget();
  }
  Applied choose_search(std::string_view name);
  Applied use_threads(int);
  Applied use_memory(int mebibytes);
  void use(const std::shared_ptr<const Tablebases>&);
  Applied use_tablebases(const std::string& path);
  Applied use_network(const std::string& file);
  Applied apply(const Option&, const std::string& value);

  SearchResult search(const Game&, const SearchLimits&, EngineListener&);
  SearchResult search_weakly(const Game&, SearchLimits, const Strength&, EngineListener&);

  const std::vector<Option> options_ = engine_options();
  std::shared_ptr<const Game> game_ = std::make_shared<const Game>();

  // Written by the owner's thread between searches, read by the searching one during them.
  int multi_pv_ = 1;
  Milliseconds move_overhead_{10};
  bool limit_strength_ = false;
  Elo elo_{1400};
  Random random_;

  std::shared_ptr<const Network> network_ = Network::built_in();
  std::string tablebase_path_;
  AlphaBeta alpha_beta_;
  TreePlayer tree_;
  Search* active_ = &alpha_beta_;
  // Whose tree others may see: the last one to search this game. None is ever replaced.
  std::atomic<const Search*> seen_ = nullptr;
  Worker worker_;  // after all that its thread uses
};

Applied Engine::Impl::set_option(std::string_view name, std::string_view text) {
  const Option* const option = find_option(options_, name);
  if (option == nullptr) return failure("there is no option named \"{:.40}\"", name);
  const auto value = checked_value(*option, text);
  if (!value) return std::unexpected(value.error());
  finish();
  return apply(*option, *value);
}

Applied Engine::Impl::apply(const Option& option, const std::string& value) {
  namespace name = option_name;
  const std::string_view is = option.name;
  const int number = option.kind == Option::Kind::Spin ? number_in(value) : 0;

  if (is == name::kHash) return use_memory(number);
  if (is == name::kSyzygyPath) return use_tablebases(value);
  if (is == name::kEvalFile) return use_network(value);
  if (is == name::kEngine) return choose_search(value);
  if (is == name::kThreads) return use_threads(number);
  if (is == name::kTreeMemory || is == name::kNetCache) {
    const std::size_t each = is == name::kNetCache ? EvaluationCache::kBytesEach : kMebibyte;
    if (auto possible = fits_this_machine(is, number, each); !possible) return possible;
  }
  if (TreePlayer::knows(is)) return tree_.apply(is, value);
  if (is == name::kClearHash) forget();
  if (is == name::kMultiPv) multi_pv_ = number;
  if (is == name::kMoveOverhead) move_overhead_ = Milliseconds(number);
  if (is == name::kLimitStrength) limit_strength_ = value == "true";
  if (is == name::kElo) elo_ = Elo{number};
#ifdef TABIYA_TUNE
  assign(parameters, is, number);
#endif
  // Ponder only tells that the other program will say "go ponder"; nothing changes here.
  return {};
}

Applied Engine::Impl::choose_search(std::string_view name) {
  if (name == kMcts) {
    if (auto ready = tree_.prepare(); !ready) return ready;
    active_ = &tree_.search();
  } else {
    active_ = &alpha_beta_;
  }
  return {};
}

Applied Engine::Impl::use_threads(int count) {
  auto planned = tree_.plan_for_threads(count);
  if (!planned) return std::unexpected(planned.error());
  if (!alpha_beta_.use_threads(count))
    return failure("there is not enough memory for {} threads", count);
  tree_.carry_out(*std::move(planned));
  return {};
}

Applied Engine::Impl::use_memory(int mebibytes) {
  if (auto possible = fits_this_machine(option_name::kHash, mebibytes, kMebibyte); !possible)
    return possible;
  if (!alpha_beta_.use_table_of(static_cast<std::size_t>(mebibytes)))
    return failure("there are no {} MiB of memory left for Hash; it stays as it was", mebibytes);
  return {};
}

void Engine::Impl::use(const std::shared_ptr<const Tablebases>& tablebases) {
  alpha_beta_.use(tablebases);
  tree_.use(tablebases);
}

Applied Engine::Impl::use_tablebases(const std::string& path) {
  if (path == tablebase_path_) return {};
  // Only one set may be open, so the old one goes first.
  use(nullptr);
  Applied result;
  if (!path.empty()) {
    const auto opened = Tablebases::open(path);
    if (opened) {
      use(*opened);
      tablebase_path_ = path;
      return {};
    }
    result = std::unexpected(opened.error());
  }
  if (result) {
    tablebase_path_.clear();
  } else if (!tablebase_path_.empty()) {
    if (const auto again = Tablebases::open(tablebase_path_)) use(*again);
  }
  return result;
}

Applied Engine::Impl::use_network(const std::string& file) {
  if (file.empty() || file == kBuiltInNetwork) {
    network_ = Network::built_in();
  } else {
    auto loaded = Network::load(file);
    if (!loaded) return failure("{}; the network stays as it was", loaded.error().message);
    network_ = std::make_shared<const Network>(std::move(*loaded));
  }
  alpha_beta_.use(network_);
  return {};
}

void Engine::Impl::go(const SearchLimits& asked, EngineListener& listener) {
  finish();
  active_->allow();
  seen_ = active_;
  SearchLimits limits = asked;
  limits.multi_pv = multi_pv_;
  limits.move_overhead = move_overhead_;
  worker_.start([this, game = game_, limits = std::move(limits), &listener] {
    listener.on_result(search(*game, limits, listener));
  });
}

SearchResult Engine::Impl::search(const Game& game, const SearchLimits& limits,
                                  EngineListener& listener) {
  if (active_ != &alpha_beta_ && !tree_.has_network())
    listener.on_note("mcts has no network (option WeightsFile): all moves look alike to it");
  // Analysis is for the truth, whoever may play afterwards.
  if (limit_strength_ && !limits.infinite)
    return search_weakly(game, limits, strength_of(elo_), listener);
  return active_->run(game, limits, listener);
}

SearchResult Engine::Impl::search_weakly(const Game& game, SearchLimits limits,
                                         const Strength& strength, EngineListener& listener) {
  const int ranks = limits.multi_pv;
  const int moves = limits.search_moves.empty() ? count_legal_moves(game.position())
                                                : static_cast<int>(limits.search_moves.size());
  limits.multi_pv = std::min(std::max(ranks, strength.candidates), std::max(moves, 1));
  Candidates candidates(game, limits.multi_pv, ranks, listener);
  limits.depth = std::min(limits.depth.value_or(strength.depth), strength.depth);
  limits.nodes = std::min(limits.nodes.value_or(strength.nodes), strength.nodes);

  SearchResult result = active_->run(game, limits, candidates);
  const std::vector<Candidate> judged = candidates.sorted();
  if (!result.best || judged.empty()) return result;
  const Move chosen = judged[choose(judged, strength, random_)].move;
  result.info = candidates.info_of(chosen);
  result.best = chosen;
  result.ponder.reset();
  if (result.info.line.size() > 1) result.ponder = result.info.line[1];
  return result;
}

Engine::Engine() : Engine(random_seed()) {}
Engine::Engine(std::uint64_t seed) : impl_(std::make_unique<Impl>(seed)) {}
Engine::~Engine() = default;

std::span<const Option> Engine::options() const { return impl_->options(); }
Result<void> Engine::set_option(std::string_view name, std::string_view value) {
  return impl_->set_option(name, value);
}

void Engine::new_game() { impl_->new_game(); }
void Engine::set_game(Game game) { impl_->set_game(std::move(game)); }
const Game& Engine::game() const { return impl_->game(); }

void Engine::go(const SearchLimits& limits, EngineListener& listener) {
  impl_->go(limits, listener);
}
void Engine::stop() { impl_->stop(); }
void Engine::ponder_hit() { impl_->ponder_hit(); }
void Engine::wait() { impl_->worker().wait(); }
bool Engine::wait(Milliseconds at_most) { return impl_->worker().wait(at_most); }
bool Engine::is_searching() const { return impl_->worker().is_busy(); }

SearchResult Engine::think(const SearchLimits& limits) {
  ResultKeeper keeper;
  go(limits, keeper);
  wait();
  return keeper.result();
}

std::optional<TreeView> Engine::tree(std::span<const Move> path) const { return impl_->tree(path); }

int Engine::evaluation() const { return impl_->evaluation(); }

}  // namespace tabiya
