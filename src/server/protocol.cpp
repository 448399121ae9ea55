#include "server/protocol.h"

#include <algorithm>
#include <array>

namespace tabiya::server {
namespace {

constexpr std::string_view kRead = "GET, HEAD";

struct Named {
  std::string_view path;
  Route route;
};

constexpr auto kNamed = std::to_array<Named>({
    {"/health", {Place::Health, kRead}},
    {"/metrics", {Place::Metrics, kRead}},
    {"/api/v1/about", {Place::About, kRead}},
    {"/api/v1/games", {Place::Games, "GET, HEAD, POST"}},
    {"/api/v1/import", {Place::Import, "POST"}},
    {"/api/v1/check", {Place::Check, "POST"}},
    {"/api/v1/socket", {Place::Socket, "GET"}},
});

}  // namespace

bool is_game_id(std::string_view text) {
  return text.size() == 10 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
         });
}

std::optional<Route> route_of(std::string_view path) {
  constexpr std::string_view games = "/api/v1/games/";
  constexpr std::string_view pgn = "/pgn";
  if (const auto* const found = std::ranges::find(kNamed, path, &Named::path);
      found != kNamed.end())
    return found->route;
  if (path != "/api" && !path.starts_with("/api/")) return Route{Place::File, kRead};
  if (!path.starts_with(games)) return std::nullopt;
  path.remove_prefix(games.size());
  if (is_game_id(path)) return Route{Place::Game, "DELETE, GET, HEAD", path};
  if (!path.ends_with(pgn)) return std::nullopt;
  path.remove_suffix(pgn.size());
  if (!is_game_id(path)) return std::nullopt;
  return Route{Place::Pgn, kRead, path};
}

bool allows(std::string_view methods, std::string_view method) {
  while (!methods.empty()) {
    const auto comma = methods.find(", ");
    if (methods.substr(0, comma) == method) return true;
    methods = comma == std::string_view::npos ? std::string_view{} : methods.substr(comma + 2);
  }
  return false;
}

}  // namespace tabiya::server
