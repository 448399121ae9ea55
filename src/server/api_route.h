// Which requests the API knows: the HTTP table of docs/web-protocol.md below /api/v1/.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tabiya::server {

enum class ApiPlace : std::uint8_t { About, Games, Import, Check, Game, Pgn, Socket };

struct ApiRoute {
  ApiPlace place;
  std::string_view methods;  // "GET, HEAD", as the header Allow has them
  std::string_view
      game{};  // its id, of Game and Pgn; whether there is such a game is not known yet
};

// Nothing if a path leads nowhere.
std::optional<ApiRoute> api_route(std::string_view path);

// Whether a list of methods has this one.
bool allows(std::string_view methods, std::string_view method);

}  // namespace tabiya::server
