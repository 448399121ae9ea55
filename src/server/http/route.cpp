#include "server/http/route.h"

#include "server/api_route.h"

namespace tabiya::http {
namespace {

constexpr std::string_view kRead = "GET, HEAD";

Place place_of(server::ApiPlace place) {
  if (place == server::ApiPlace::Import) return Place::Import;
  if (place == server::ApiPlace::Socket) return Place::Socket;
  return Place::Api;
}

}  // namespace

std::optional<Route> route_of(std::string_view path) {
  if (path == "/api" || path.starts_with("/api/")) {
    const auto route = server::api_route(path);
    if (!route) return std::nullopt;
    return Route{place_of(route->place), route->methods};
  }
  if (path == "/health") return Route{Place::Health, kRead};
  if (path == "/metrics") return Route{Place::Metrics, kRead};
  return Route{Place::File, kRead};
}

}  // namespace tabiya::http
