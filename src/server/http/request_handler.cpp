#include "server/http/request_handler.h"

#include <fmt/format.h>

#include <exception>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/protocol.h"

namespace tabiya::http {
namespace {

using server::Place;
using server::Route;
using server::route_of;

// "application/json", and the same with parameters after it.
bool is_json(std::string_view content_type) {
  std::string_view kind = content_type.substr(0, content_type.find(';'));
  while (kind.ends_with(' ')) kind.remove_suffix(1);
  return in_small_letters(kind) == "application/json";
}

bool offers_our_subprotocol(std::string_view header) {
  while (!header.empty()) {
    const auto comma = header.find(',');
    std::string_view one = header.substr(0, comma);
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (one == kSubprotocol) return true;
    header = comma == std::string_view::npos ? std::string_view{} : header.substr(comma + 1);
  }
  return false;
}

// As Prometheus reads them.
std::string prometheus_text(const HttpMetrics& http, const server::GameMetrics& games) {
  std::string text;
  const auto describe = [&](std::string_view name, std::string_view kind, std::string_view about) {
    fmt::format_to(std::back_inserter(text), "# HELP tabiya_{0} {2}\n# TYPE tabiya_{0} {1}\n", name,
                   kind, about);
  };
  const auto gauge = [&](std::string_view name, std::uint64_t value, std::string_view about) {
    describe(name, "gauge", about);
    fmt::format_to(std::back_inserter(text), "tabiya_{} {}\n", name, value);
  };
  const auto counter = [&](std::string_view name, std::uint64_t value, std::string_view about) {
    describe(name, "counter", about);
    fmt::format_to(std::back_inserter(text), "tabiya_{} {}\n", name, value);
  };
  gauge("connections", http.connections, "Open connections.");
  counter("connections_accepted_total", http.connections_accepted, "Connections since the start.");
  counter("connections_refused_total", http.connections_refused,
          "Connections refused because there were too many.");
  describe("http_answers_total", "counter", "Answers by the first digit of their status.");
  for (std::size_t digit = 2; digit < http.answers.size(); ++digit)
    fmt::format_to(std::back_inserter(text), "tabiya_http_answers_total{{status=\"{}xx\"}} {}\n",
                   digit, http.answers[digit]);
  gauge("unread_bytes", http.unread_bytes, "Bytes of answers and messages that wait to be read.");
  gauge("pages", http.pages, "Open WebSockets.");
  counter("pages_too_slow_total", http.pages_too_slow, "Pages dropped because they did not read.");
  counter("frames_refused_total", http.frames_refused, "Messages of pages that sent too many.");
  gauge("games_open", games.games_open, "Games in memory.");
  counter("games_created_total", games.games_created, "Games created.");
  counter("moves_played_total", games.moves_played, "Moves played, by people and engines.");
  counter("messages_total", games.messages_in, "Messages from pages.");
  counter("messages_refused_total", games.messages_refused, "Messages answered with an error.");
  counter("store_failures_total", games.store_failures,
          "Changes that the database could not have; they were refused.");
  gauge("searches_running", games.searches_running, "Searches under way.");
  gauge("searches_waiting", games.searches_waiting, "Searches waiting for a slot.");
  counter("searches_total", games.searches_done, "Searches that have ended.");
  counter("nodes_total", games.nodes_searched, "Nodes of all searches that have ended.");
  return text;
}

}  // namespace

RequestHandler::RequestHandler(const HttpSettings& settings, const PageFiles& files,
                               const HttpMetrics& metrics, server::GameService& games, Log& log)
    : limits_(settings.limits),
      access_(settings.token, settings.names, settings.port),
      files_(files),
      metrics_(metrics),
      games_(games),
      log_(log) {}

RequestHandler::Next RequestHandler::admit(const Request& request, bool has_body) const {
  if (auto refusal = access_.refusal(request)) return *std::move(refusal);
  if (!request.target.starts_with('/'))
    return failure(400, "bad_request", "the target of a request begins with /");
  const auto route = route_of(request.path());
  if (!route) return failure(404, "bad_request", "there is nothing here");
  if (!server::allows(route->methods, request.method)) {
    Answer answer = failure(405, "bad_request", "this cannot be done here; see the header Allow");
    answer.headers.emplace_back("Allow", route->methods);
    return answer;
  }
  if (request.method == "POST") {
    if (!is_json(request.content_type))
      return failure(415, "bad_request", "the body has to be application/json");
    return ReadBody{route->place == Place::Import ? limits_.import_bytes : limits_.body_bytes};
  }
  if (has_body) return failure(413, "too_large", "this request has no body");
  if (route->place != Place::Socket) return ReadBody{0};

  constexpr std::string_view version = "13";
  if (!request.upgrades || request.websocket_version != version) {
    Answer answer = failure(426, "bad_request", "this is the place for a WebSocket of version 13");
    answer.headers.emplace_back("Upgrade", "websocket");
    answer.headers.emplace_back("Sec-WebSocket-Version", version);
    return answer;
  }
  constexpr std::size_t key_size = 24;  // 16 bytes in Base64
  if (request.websocket_key.size() != key_size)
    return failure(400, "bad_request", "the WebSocket has to send one Sec-WebSocket-Key");
  if (!offers_our_subprotocol(request.subprotocols))
    return failure(400, "bad_request", "the WebSocket has to offer the subprotocol tabiya.v1");
  return BecomeSocket{};
}

void RequestHandler::answer(const Request& request, std::string body,
                            std::function<void(Answer)> then) const {
  const Place place = route_of(request.path())->place;
  const bool is_ours = place == Place::File || place == Place::Health || place == Place::Metrics;
  if (!is_ours) return ask_games(request, std::move(body), std::move(then));
  Answer answer;
  try {
    answer = answer_here(request, place);
  } catch (...) {
    answer = internal_error(request.method, request.path(), std::current_exception());
  }
  then(std::move(answer));
}

Answer RequestHandler::answer_here(const Request& request, Place place) const {
  if (place == Place::Health) return health();
  if (place == Place::Metrics)
    return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
            .body = prometheus_text(metrics_, games_.metrics())};
  return files_.answer(request);
}

void RequestHandler::ask_games(const Request& request, std::string body,
                               std::function<void(Answer)> then) const {
  const bool head = request.method == "HEAD";
  server::ApiRequest asked{.method = head ? "GET" : request.method,
                           .path = std::string(request.path()),
                           .body = std::move(body)};
  games_.answer(std::move(asked), [this, method = request.method,
                                   path = std::string(request.path()), then = std::move(then)](
                                      const std::exception_ptr& mistake, server::ApiAnswer told) {
    if (mistake) return then(internal_error(method, path, mistake));
    then({.status = told.status,
          .content_type = std::move(told.content_type),
          .body = std::move(told.body)});
  });
}

// What it says is for us: it may name files, or what other people play.
Answer RequestHandler::internal_error(std::string_view method, std::string_view path,
                                      const std::exception_ptr& mistake) const {
  std::string message;
  try {
    std::rethrow_exception(mistake);
  } catch (const std::exception& error) {
    message = error.what();
  } catch (...) {
    message = "an exception that does not say what it is";
  }
  log_.warn("exception", {{"method", method}, {"path", path}, {"message", message}});
  return failure(500, "internal", "an error in the server; its log has the details");
}

Answer RequestHandler::health() const {
  const auto trouble = games_.trouble();
  const nlohmann::json body{{"status", trouble.value_or("ok")}};
  return {.status = trouble ? 503 : 200,
          .content_type = "application/json",
          .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

}  // namespace tabiya::http
