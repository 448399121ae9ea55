#include "server/http/desk.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "server/api_route.h"
#include "server/http/route.h"

namespace tabiya::http {
namespace {

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

}  // namespace

Desk::Desk(const HttpSettings& settings, const PageFiles& files, const HttpFigures& figures,
           Backend& backend, Log& log)
    : limits_(settings.limits),
      gate_(settings.token, settings.names, settings.port),
      files_(files),
      figures_(figures),
      backend_(backend),
      log_(log) {}

Desk::Next Desk::admit(const Request& request, bool has_body) const {
  if (auto refusal = gate_.refusal(request)) return *std::move(refusal);
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

void Desk::answer(const Request& request, std::string body,
                  std::function<void(Answer)> then) const {
  const Place place = route_of(request.path())->place;
  if (place == Place::Api || place == Place::Import)
    return ask_backend(request, std::move(body), std::move(then));
  Answer answer;
  try {
    answer = answer_here(request);
  } catch (...) {
    answer = our_mistake(request.method, request.path(), std::current_exception());
  }
  then(std::move(answer));
}

Answer Desk::answer_here(const Request& request) const {
  switch (route_of(request.path())->place) {
    case Place::Health:
      return health();
    case Place::Metrics:
      return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
              .body = prometheus_text(figures_, backend_.figures())};
    case Place::Api:  // answered elsewhere
    case Place::Import:
    case Place::Socket:
    case Place::File:
      break;
  }
  return files_.answer(request);
}

void Desk::ask_backend(const Request& request, std::string body,
                       std::function<void(Answer)> then) const {
  const bool head = request.method == "HEAD";
  server::ApiRequest asked{.method = head ? "GET" : request.method,
                           .path = std::string(request.path()),
                           .body = std::move(body)};
  backend_.answer(std::move(asked), [this, method = request.method,
                                     path = std::string(request.path()), then = std::move(then)](
                                        const std::exception_ptr& mistake, server::ApiAnswer told) {
    if (mistake) return then(our_mistake(method, path, mistake));
    then({.status = told.status,
          .content_type = std::move(told.content_type),
          .body = std::move(told.body)});
  });
}

// What it says is for us: it may name files, or what other people play.
Answer Desk::our_mistake(std::string_view method, std::string_view path,
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
  return failure(500, "internal", "a mistake of ours; the log of the server tells more");
}

Answer Desk::health() const {
  const auto trouble = backend_.trouble();
  const nlohmann::json body{{"status", trouble.value_or("ok")}};
  return {.status = trouble ? 503 : 200,
          .content_type = "application/json",
          .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

}  // namespace tabiya::http
