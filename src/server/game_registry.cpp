#include "server/game_registry.h"

#include <sys/random.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "inference/open_evaluator.h"
#include "server/game_json.h"

namespace tabiya::server {
namespace {

constexpr std::size_t kIdleSessions = 64;  // kept open, for pages that come back

// A tree holds less in a mebibyte than a hash table does.
constexpr std::size_t kTreeToHash = 4;
constexpr std::size_t kLargestTree = std::size_t{1} << 15;  // mebibytes

std::uint64_t seed_from_system() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
    seed = static_cast<std::uint64_t>(moment_now());
  return seed;
}

// Ids are the only key to a game, so they come from the system and not from a generator whose next
// number can be computed; unless a test wants to know them.
std::string new_id(Random* random) {
  constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string id;
  while (id.size() < 10) {
    std::uint8_t byte = 0;
    if (random != nullptr)
      byte = static_cast<std::uint8_t>(random->below(256));
    else if (getrandom(&byte, 1, 0) != 1)
      continue;
    if (byte < 252) id += letters[byte % 36];  // 252 = 7 · 36: every letter equally often
  }
  return id;
}

}  // namespace

// --- opening ------------------------------------------------------------------------------

GameRegistry::GameRegistry(const GameSettings& settings, Dispatcher& dispatcher)
    : dispatcher_(dispatcher),
      seed_(settings.seed != 0 ? settings.seed : seed_from_system()),
      repeatable_(settings.seed != 0),
      random_(seed_) {}

GameRegistry::~GameRegistry() {
  sessions_.clear();  // before the engines and the database that they use
}

Result<std::unique_ptr<GameRegistry>> GameRegistry::open(const GameSettings& settings,
                                                         Dispatcher& dispatcher) {
  auto games = std::unique_ptr<GameRegistry>(new GameRegistry(settings, dispatcher));
  auto store = Store::open(settings.database);
  if (!store) return std::unexpected(store.error());
  games->store_ = *std::move(store);
  if (auto ready = games->open_engines(settings); !ready) return std::unexpected(ready.error());
  // Clocks that ran go on.
  const auto running = games->store_->ids_with_running_clock();
  if (!running) return std::unexpected(running.error());
  for (const std::string& id : *running) {
    // A game that cannot be read says so when it is asked for.
    if (!games->session(id)) continue;
  }
  return games;
}

Result<void> GameRegistry::open_engines(const GameSettings& settings) {
  EngineSettings engine;
  engine.threads = settings.threads_per_search;
  engine.hash = settings.hash_megabytes;
  if (!settings.net.empty()) engine.eval_file = settings.net;
  const bool chosen = !settings.tree_net.empty();
  const std::string tree_net = chosen ? settings.tree_net : network_named(kDefaultNetwork).string();
  if (tree_net.empty()) {
    why_no_tree_search_ = "There is no network for it. Start Tabiya with --tree-net FILE.";
  } else {
    engine.engine = EngineKind::Mcts;
    engine.tree.network = tree_net;
    engine.tree.search.memory = std::min(engine.hash * kTreeToHash, kLargestTree) << 20;
  }
  auto pool = SearchPool::open(engine, seed_, settings.search_slots, dispatcher_);
  if (!pool && !chosen && !tree_net.empty()) {
    why_no_tree_search_ = pool.error().message;
    engine.engine = EngineKind::AlphaBeta;
    engine.tree = {};
    pool = SearchPool::open(engine, seed_, settings.search_slots, dispatcher_);
  }
  if (!pool) return std::unexpected(pool.error());
  searches_ = *std::move(pool);
  return {};
}

// --- finding and closing ------------------------------------------------------------------

std::expected<GameSession*, Problem> GameRegistry::session(const std::string& id) {
  close_broken();
  if (GameSession* const found = open_session(id)) {
    std::erase(recent_, id);
    recent_.push_front(id);
    return found;
  }
  auto record = store_->load(id);
  if (!record) return refused(ProblemCode::Internal, record.error().message);
  if (!*record) return refused(ProblemCode::UnknownGame, "there is no such game here (any more)");
  close_idle();
  recent_.push_front(id);
  return (sessions_[id] = std::make_unique<GameSession>(*this, std::move(**record))).get();
}

GameSession* GameRegistry::open_session(const std::string& id) {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second.get();
}

void GameRegistry::close_idle() {
  std::size_t idle = 0;
  for (auto each = recent_.begin(); each != recent_.end();) {
    const auto found = sessions_.find(*each);
    if (found == sessions_.end()) {
      each = recent_.erase(each);
    } else if (found->second->is_idle() && ++idle > kIdleSessions) {
      sessions_.erase(found);
      each = recent_.erase(each);
    } else {
      ++each;
    }
  }
}

void GameRegistry::give_up(const std::string& game) {
  broken_.push_back(game);
  closing_ = dispatcher_.call_at(dispatcher_.now(), [this] { close_broken(); });
}

void GameRegistry::close_broken() {
  const auto kept = std::move(closing_);  // until this call is over: it may be inside
  for (const std::string& id : std::exchange(broken_, {}))
    close(id, {ProblemCode::Internal,
               "The game can be neither stored nor read just now. What was confirmed is stored."});
}

// Its pages are told why and are no longer joined.
void GameRegistry::close(const std::string& id, const Problem& why) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  const std::unique_ptr<GameSession> last = std::move(found->second);
  sessions_.erase(found);
  std::erase(recent_, id);
  last->tell({{"type", "error"}, {"for", nullptr}, {"error", json_of(why)}});
}

// --- making and removing ------------------------------------------------------------------

std::expected<std::string, Problem> GameRegistry::add(GameRecord record) {
  do record.id = new_id(repeatable_ ? &random_ : nullptr);
  while (sessions_.contains(record.id));
  record.seq = 1;
  const Written written = store_->create(record);
  stored(written);
  if (!written)
    return refused(ProblemCode::Internal,
                   "The game could not be stored: " + written.error().message);
  ++created_;
  return record.id;
}

std::expected<CreatedGame, Problem> GameRegistry::new_game(const NewGame& wish) {
  if (wish.mode == Mode::Engine)
    if (std::string why = why_not(wish.engine); !why.empty())
      return refused(ProblemCode::BadValue, std::move(why), "engine");
  auto made = make_game(wish, random_);
  if (!made) return std::unexpected(made.error());
  auto id = add(std::move(made->record));
  if (!id) return std::unexpected(id.error());
  return CreatedGame{*std::move(id), std::move(made->notes)};
}

Done GameRegistry::remove(const std::string& id) {
  if (const auto found = session(id); !found) return std::unexpected(found.error());
  const Written removed = store_->remove(id);
  stored(removed);
  if (!removed) return refused(ProblemCode::Internal, removed.error().message);
  close(id, {ProblemCode::UnknownGame, "this game was removed"});
  return {};
}

// --- how it goes --------------------------------------------------------------------------

void GameRegistry::stored(const Written& written) {
  trouble_.reset();
  if (written) return;
  ++store_failures_;
  trouble_ = "games cannot be stored: " + written.error().message;
}

// What could not be written a while ago perhaps can be now.
std::optional<std::string> GameRegistry::trouble() {
  if (trouble_) stored(store_->try_to_write());
  return trouble_;
}

void GameRegistry::count(GameMetrics& metrics) const {
  metrics.games_open = sessions_.size();
  metrics.games_created = created_;
  metrics.moves_played = moves_played_;
  metrics.store_failures = store_failures_;
  metrics.searches_running = searches_->running();
  metrics.searches_waiting = searches_->waiting();
  metrics.searches_done = searches_->done();
  metrics.nodes_searched = searches_->nodes();
}

}  // namespace tabiya::server
