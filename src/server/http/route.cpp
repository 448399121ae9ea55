#include "server/http/route.h"

#include "server/api_route.h"

namespace tabiya::server {
namespace {

constexpr std::string_view kRead = "GET, HEAD";

Place place_of(ApiPlace place) {
  if (place == ApiPlace::Import) return Place::Import;
  if (place == ApiPlace::Socket) return Place::Socket;
  return Place::Api;
}

}  // namespace

std::optional<Route> route_of(std::string_view path) {
  if (path == "/api" || path.starts_with("/api/")) {
    const auto route = api_route(path);
    if (!route) return std::nullopt;
    return Route{place_of(route->place), route->methods};
  }
  if (path == "/health") return Route{Place::Health, kRead};
  if (path == "/metrics") return Route{Place::Metrics, kRead};
  return Route{Place::File, kRead};
}

}  // namespace tabiya::server
