#include "server/api.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "notation/fen.h"
#include "server/about.h"
#include "server/api_route.h"
#include "server/back_office.h"
#include "server/parts_json.h"
#include "server/pgn_exchange.h"
#include "server/position_json.h"
#include "server/rooms.h"

namespace tabiya::server {
namespace {

constexpr std::size_t kGamesListed = 100;

ApiAnswer json_answer(int status, const Json& json) {
  return {status, "application/json", text_of(json)};
}

ApiAnswer refusal(const Problem& problem) {
  return json_answer(http_status(problem.code), {{"error", to_json(problem)}});
}

ApiAnswer nothing_here() { return refusal({ProblemCode::UnknownGame, "there is nothing here"}); }

// All that needs no other game: reading the body, and the game in it.
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

}  // namespace

class Api::Impl {
 public:
  explicit Impl(Rooms& rooms)
      : rooms_(rooms),
        about_(about_json(rooms.why_not(EngineKind::Mcts))),
        back_office_(rooms.home()) {}

  void answer(ApiRequest request, ApiAnswered then) {
    const auto route = api_route(request.path);
    if (route && route->place == ApiPlace::Import && allows(route->methods, request.method))
      return import(std::move(request.body), std::move(then));
    answer_with(then, [&] { return answer_now(route, request); });
  }

 private:
  template <class Function>
  static void answer_with(const ApiAnswered& then, Function&& function) {
    auto [failure, answer] = caught(function);
    then(failure, std::move(answer).value_or(ApiAnswer{}));
  }

  ApiAnswer answer_now(const std::optional<ApiRoute>& route, const ApiRequest& request) {
    if (!route || !allows(route->methods, request.method)) return nothing_here();
    const bool post = request.method == "POST";
    switch (route->place) {
      case ApiPlace::About:
        return json_answer(200, about_);
      case ApiPlace::Games:
        return post ? create(request.body) : list();
      case ApiPlace::Check:
        return check(request.body);
      case ApiPlace::Game:
      case ApiPlace::Pgn:
        return game(request.method, route->place, std::string(route->game));
      case ApiPlace::Import:  // answered later
      case ApiPlace::Socket:  // the transport's
        break;
    }
    return nothing_here();
  }

  ApiAnswer list() {
    const auto summaries = rooms_.store().newest(kGamesListed);
    if (!summaries) return refusal({ProblemCode::Internal, summaries.error().message});
    std::string body = "{\"games\":[";
    for (const std::string& each : *summaries) {
      if (&each != &summaries->front()) body += ',';
      body += each;
    }
    return {200, "application/json", body + "]}"};
  }

  ApiAnswer create(const std::string& body) {
    const auto json = parse_json(body);
    if (!json) return refusal(json.error());
    const auto wish = parse_new_game(*json);
    if (!wish) return refusal(wish.error());
    const auto created = rooms_.new_game(*wish);
    if (!created) return refusal(created.error());
    return json_answer(201, {{"game", created->id}, {"notes", created->notes}});
  }

  // A long file takes seconds, in which the others play on.
  void import(std::string body, ApiAnswered then) {
    back_office_.run([this, body = std::move(body), then = std::move(then)] {
      const auto read = std::make_shared<decltype(caught([&] { return read_import(body); }))>(
          caught([&] { return read_import(body); }));
      return [this, read, then] {
        if (read->first) return then(read->first, {});
        answer_with(then, [&] { return add(*std::move(read->second)); });
      };
    });
  }

  ApiAnswer add(std::expected<Imported, Problem> imported) {
    if (!imported) return refusal(imported.error());
    const auto id = rooms_.add(std::move(imported->record));
    if (!id) return refusal(id.error());
    return json_answer(201,
                       {{"game", *id}, {"games", imported->games}, {"notes", imported->notes}});
  }

  static ApiAnswer check(const std::string& body) {
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
                        {"error", position ? Json(nullptr) : to_json(bad_fen(position.error()))}});
  }

  ApiAnswer game(std::string_view method, ApiPlace place, const std::string& id) {
    if (method == "DELETE") {
      if (const auto removed = rooms_.remove(id); !removed) return refusal(removed.error());
      return {204, {}, {}};
    }
    const auto found = rooms_.room(id);
    if (!found) return refusal(found.error());
    if (place == ApiPlace::Pgn) return {200, "application/x-chess-pgn", pgn_of((*found)->record())};
    return json_answer(200, (*found)->state());
  }

  Rooms& rooms_;
  Json about_;
  BackOffice back_office_;
};

Api::Api(Rooms& rooms) : impl_(std::make_unique<Impl>(rooms)) {}
Api::~Api() = default;
void Api::answer(ApiRequest request, ApiAnswered then) {
  impl_->answer(std::move(request), std::move(then));
}

}  // namespace tabiya::server
