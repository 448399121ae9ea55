#include "server/game_service.h"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>
#include <variant>

#include "base/system.h"
#include "base/worker.h"
#include "engine/strength.h"
#include "notation/fen.h"
#include "server/game_json.h"
#include "server/game_registry.h"
#include "server/page_json.h"
#include "server/pgn_exchange.h"
#include "server/protocol.h"

namespace tabiya::server {
namespace {

constexpr std::size_t kGamesListed = 100;

// What the program tells of itself: its engines, levels, limits and chat commands.
Json about_json(const std::string& why_no_tree_search) {
  const bool tree_search = why_no_tree_search.empty();
  Json levels = Json::array();
  for (const Level& each : kLevels)
    levels.push_back({{"level", each.number},
                      {"name", std::string(each.name)},
                      {"elo", each.elo ? Json(static_cast<int>(*each.elo)) : Json(nullptr)}});
  Json commands = Json::array();
  for (const ChatCommand& each : kChatCommands)
    commands.push_back({{"usage", std::string(each.usage)}, {"about", std::string(each.about)}});
  const auto engine = [](EngineKind kind, const char* about, bool available, Json why, bool tree) {
    return Json{{"id", std::string(word(kind))},
                {"name", std::string(engine_name(kind))},
                {"about", about},
                {"available", available},
                {"why", std::move(why)},
                {"tree", tree}};
  };
  return {
      {"protocol", 1},
      {"program", fmt::format("Tabiya {}", version())},
      {"engines",
       Json::array(
           {engine(EngineKind::AlphaBeta, "Looks at millions of positions and misses little.", true,
                   nullptr, false),
            engine(EngineKind::Mcts, "A network with intuition; you can watch it think.",
                   tree_search, tree_search ? Json(nullptr) : Json(why_no_tree_search), true)})},
      {"levels", std::move(levels)},
      {"limits",
       {{"lines", kMostLines},
        {"chat", kLongestChat},
        {"pgn", kLargestImport},
        {"comment", kLongestComment}}},
      {"commands", std::move(commands)}};
}

int http_status(ProblemCode code) {
  using enum ProblemCode;
  switch (code) {
    case BadRequest:
    case UnknownType:
      return 400;
    case UnknownGame:
    case UnknownNode:
    case UnknownSearch:
      return 404;
    case Stale:
    case NotNow:
      return 409;
    case IllegalMove:
    case BadFen:
    case BadPgn:
    case BadValue:
      return 422;
    case TooLarge:
      return 413;
    case Busy:
      return 503;
    case Internal:
      return 500;
  }
  __builtin_unreachable();
}

ApiAnswer json_answer(int status, const Json& json) {
  return {status, "application/json", text_of(json)};
}

ApiAnswer refusal(const Problem& problem) {
  return json_answer(http_status(problem.code), {{"error", json_of(problem)}});
}

ApiAnswer nothing_here() { return refusal({ProblemCode::UnknownGame, "there is nothing here"}); }

// Whether a FEN is right, and the position it describes.
ApiAnswer check(const std::string& body) {
  const auto json = parse_json(body);
  if (!json) return refusal(json.error());
  Fields fields(*json);
  const std::string fen = fields.text("fen");
  Variant variant = fields.optional_word<Variant>("variant").value_or(Variant::Standard);
  if (fields.problem()) return refusal(*fields.problem());
  const auto position = parse_fen(fen);
  if (position && needs_chess960(*position)) variant = Variant::Chess960;
  return json_answer(200,
                     {{"position", position ? position_json(*position, variant) : Json(nullptr)},
                      {"variant", std::string(word(variant))},
                      {"error", position ? Json(nullptr) : json_of(bad_fen(position.error()))}});
}

// All of an import that needs no other game: reading the body, and the game in it.
std::expected<Imported, Problem> read_import(const std::string& body) {
  const auto json = parse_flat_json(body, {"text", "game"});
  if (!json) return std::unexpected(json.error());
  Fields fields(*json);
  const std::string text = fields.text("text");
  const auto number = fields.optional_whole("game");
  if (fields.problem()) return std::unexpected(*fields.problem());
  if (text.size() > kLargestImport)
    return refused(ProblemCode::TooLarge,
                   fmt::format("an import has at most {} bytes", kLargestImport), "text");
  return import_text(text, number);
}

// What a function returns, or what it throws.
template <class Function>
auto caught(Function&& function)
    -> std::pair<std::exception_ptr, std::optional<decltype(function())>> {
  try {
    return {nullptr, function()};
  } catch (...) {
    return {std::current_exception(), std::nullopt};
  }
}

template <class Function>
void answer_with(const ApiAnswered& then, Function&& function) {
  auto [failure, answer] = caught(function);
  then(failure, std::move(answer).value_or(ApiAnswer{}));
}

void send(Page& page, const Json& message) {
  page.send(std::make_shared<const std::string>(text_of(message)));
}

class StoredGames final : public GameService {
 public:
  StoredGames(std::unique_ptr<GameRegistry> games, Dispatcher& dispatcher)
      : games_(std::move(games)),
        about_(about_json(games_->why_not(EngineKind::Mcts))),
        dispatcher_(dispatcher) {}

  void answer(ApiRequest, ApiAnswered) override;
  void entered(Page&) override;
  void received(Page&, std::string_view frame) override;
  void left(Page&) override;
  std::optional<std::string> trouble() override { return games_->trouble(); }
  GameMetrics metrics() const override;

 private:
  // --- HTTP
  ApiAnswer answer_now(const std::optional<Route>&, const ApiRequest&);
  ApiAnswer list();
  ApiAnswer create(const std::string& body);
  void import(std::string body, ApiAnswered);
  ApiAnswer add(std::expected<Imported, Problem>);
  ApiAnswer game(std::string_view method, Place, const std::string& id);

  // --- pages
  void join(Page&, const PageRequest&, const request::Join&);
  void leave_game(Page&);
  void refuse(Page&, std::optional<std::int64_t> id, const Problem&);

  std::unique_ptr<GameRegistry> games_;
  const Json about_;
  Dispatcher& dispatcher_;
  // The game that a page joined last, or nothing. Its session may have been closed since.
  std::unordered_map<Page*, std::string> game_of_;
  std::uint64_t messages_ = 0;
  std::uint64_t refusals_ = 0;
  // Tells what was posted whether this is still alive.
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  Worker imports_;
};

// --- HTTP ---------------------------------------------------------------------------------

void StoredGames::answer(ApiRequest request, ApiAnswered then) {
  const auto route = route_of(request.path);
  if (route && route->place == Place::Import && allows(route->methods, request.method))
    return import(std::move(request.body), std::move(then));
  answer_with(then, [&] { return answer_now(route, request); });
}

ApiAnswer StoredGames::answer_now(const std::optional<Route>& route, const ApiRequest& request) {
  if (!route || !allows(route->methods, request.method)) return nothing_here();
  switch (route->place) {
    case Place::About:
      return json_answer(200, about_);
    case Place::Games:
      return request.method == "POST" ? create(request.body) : list();
    case Place::Check:
      return check(request.body);
    case Place::Game:
    case Place::Pgn:
      return game(request.method, route->place, std::string(route->game));
    case Place::Import:  // answered later
    case Place::File:    // these are the transport's
    case Place::Health:
    case Place::Metrics:
    case Place::Socket:
      break;
  }
  return nothing_here();
}

ApiAnswer StoredGames::list() {
  const auto summaries = games_->store().newest(kGamesListed);
  if (!summaries) return refusal({ProblemCode::Internal, summaries.error().message});
  std::string body = "{\"games\":[";
  for (const std::string& each : *summaries) {
    if (&each != &summaries->front()) body += ',';
    body += each;
  }
  return {200, "application/json", body + "]}"};
}

ApiAnswer StoredGames::create(const std::string& body) {
  const auto json = parse_json(body);
  if (!json) return refusal(json.error());
  const auto wish = parse_new_game(*json);
  if (!wish) return refusal(wish.error());
  const auto created = games_->new_game(*wish);
  if (!created) return refusal(created.error());
  return json_answer(201, {{"game", created->id}, {"notes", created->notes}});
}

// A long file takes seconds, in which the others play on.
void StoredGames::import(std::string body, ApiAnswered then) {
  const std::weak_ptr<bool> alive = alive_;
  imports_.start([this, alive, body = std::move(body), then = std::move(then)]() mutable {
    auto read = caught([&] { return read_import(body); });
    // With all of `then`: it must be destroyed on the dispatcher's thread.
    dispatcher_.post([this, alive, read = std::make_shared<decltype(read)>(std::move(read)),
                      then = std::move(then)] {
      if (alive.expired()) return;
      if (read->first) return then(read->first, {});
      answer_with(then, [&] { return add(*std::move(read->second)); });
    });
  });
}

ApiAnswer StoredGames::add(std::expected<Imported, Problem> imported) {
  if (!imported) return refusal(imported.error());
  const auto id = games_->add(std::move(imported->record));
  if (!id) return refusal(id.error());
  return json_answer(201, {{"game", *id}, {"games", imported->games}, {"notes", imported->notes}});
}

ApiAnswer StoredGames::game(std::string_view method, Place place, const std::string& id) {
  if (method == "DELETE") {
    if (const auto removed = games_->remove(id); !removed) return refusal(removed.error());
    return {204, {}, {}};
  }
  const auto session = games_->session(id);
  if (!session) return refusal(session.error());
  if (place == Place::Pgn) return {200, "application/x-chess-pgn", pgn_of((*session)->record())};
  return json_answer(200, (*session)->state());
}

// --- pages --------------------------------------------------------------------------------

void StoredGames::entered(Page& page) {
  game_of_.try_emplace(&page);
  send(page, {{"type", "hello"}, {"about", about_}});
}

void StoredGames::left(Page& page) {
  leave_game(page);
  game_of_.erase(&page);
}

void StoredGames::leave_game(Page& page) {
  if (GameSession* const session = games_->open_session(std::exchange(game_of_[&page], {})))
    session->leave(page);
  games_->close_idle();
}

void StoredGames::refuse(Page& page, std::optional<std::int64_t> id, const Problem& problem) {
  ++refusals_;
  send(page,
       {{"type", "error"}, {"for", id ? Json(*id) : Json(nullptr)}, {"error", json_of(problem)}});
}

void StoredGames::join(Page& page, const PageRequest& request, const request::Join& wish) {
  // Before anything else: a page that asks for a game that is not there keeps the one it has.
  if (const auto found = games_->session(request.game); !found)
    return refuse(page, request.id, found.error());
  if (game_of_[&page] != request.game) leave_game(page);
  // Idle sessions were closed: this one may have been among them.
  const auto session = games_->session(request.game);
  if (!session) return refuse(page, request.id, session.error());
  game_of_[&page] = request.game;
  (*session)->join(page, request, wish.since);
}

void StoredGames::received(Page& page, std::string_view frame) {
  ++messages_;
  const auto request = parse_request(frame);
  if (!request) return refuse(page, request.error().id, request.error().problem);
  const Json done{{"type", "done"}, {"for", request->id}};
  if (std::holds_alternative<request::Ping>(request->body)) return send(page, done);
  if (const auto* const wish = std::get_if<request::Join>(&request->body))
    return join(page, *request, *wish);
  const auto session = games_->session(request->game);
  if (!session) return refuse(page, request->id, session.error());
  // What it starts ends when the last page leaves, so there must be a page.
  const bool starts_search = std::holds_alternative<request::Analyse>(request->body) ||
                             std::holds_alternative<request::MakeReport>(request->body);
  if (starts_search && !(*session)->has(page))
    return refuse(page, request->id, {ProblemCode::NotNow, "join the game before you analyse it"});
  const auto answered = (*session)->handle(*request);
  if (!answered) return refuse(page, request->id, answered.error());
  send(page, answered->value_or(done));
}

GameMetrics StoredGames::metrics() const {
  GameMetrics metrics;
  games_->count(metrics);
  metrics.messages_in = messages_;
  metrics.messages_refused = refusals_;
  return metrics;
}

}  // namespace

Result<std::unique_ptr<GameService>> open_games(const GameSettings& settings,
                                                Dispatcher& dispatcher) {
  auto games = GameRegistry::open(settings, dispatcher);
  if (!games) return std::unexpected(games.error());
  return std::make_unique<StoredGames>(*std::move(games), dispatcher);
}

}  // namespace tabiya::server
