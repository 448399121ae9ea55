#include "server/api_route.h"

#include <algorithm>
#include <array>

#include "server/fields.h"

namespace tabiya::server {
namespace {

constexpr std::string_view kRead = "GET, HEAD";

struct Named {
  std::string_view name;
  ApiRoute route;
};

constexpr auto kNamed = std::to_array<Named>({
    {"about", {ApiPlace::About, kRead}},
    {"games", {ApiPlace::Games, "GET, HEAD, POST"}},
    {"import", {ApiPlace::Import, "POST"}},
    {"check", {ApiPlace::Check, "POST"}},
    {"socket", {ApiPlace::Socket, "GET"}},
});

}  // namespace

std::optional<ApiRoute> api_route(std::string_view path) {
  constexpr std::string_view api = "/api/v1/";
  constexpr std::string_view games = "games/";
  constexpr std::string_view pgn = "/pgn";
  if (!path.starts_with(api)) return std::nullopt;
  path.remove_prefix(api.size());
  if (const auto* const found = std::ranges::find(kNamed, path, &Named::name);
      found != kNamed.end())
    return found->route;
  if (!path.starts_with(games)) return std::nullopt;
  path.remove_prefix(games.size());
  if (is_game_id(path)) return ApiRoute{ApiPlace::Game, "DELETE, GET, HEAD", path};
  if (!path.ends_with(pgn)) return std::nullopt;
  path.remove_suffix(pgn.size());
  if (!is_game_id(path)) return std::nullopt;
  return ApiRoute{ApiPlace::Pgn, kRead, path};
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
